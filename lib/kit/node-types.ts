/** What a node of the kit gives back: new values by channel. */
export type NodeUpdate = Record<string, unknown>;

/** A channel of the state, where the state's type is known; any name where it is not. */
export type ChannelName<State> = object extends State ? string : keyof State & string;

/** A text, or one that is made from the state: `` (state) => `Hello ${state.name}` ``. */
export type StateText<State> = string | ((state: State) => string);

/** The text for this state. */
export function textFor<State>(text: StateText<State>, state: State): string {
  return typeof text === "function" ? text(state) : text;
}

/** The value of a channel, or undefined where the state has none of that name. */
export function channelValue(state: object, channel: string): unknown {
  return Object.hasOwn(state, channel) ? Object.entries(state).find(([name]) => name === channel)?.[1] : undefined;
}
