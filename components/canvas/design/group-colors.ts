/** Colours of groups, by the word that the layout keeps. */
export const GROUP_LOOK = {
  grey: { label: "Grey", box: "border-line-strong bg-hover/40", title: "text-muted" },
  blue: { label: "Blue", box: "border-run/40 bg-run-bg/40", title: "text-run" },
  green: { label: "Green", box: "border-ok/40 bg-ok-bg/40", title: "text-ok" },
  amber: { label: "Amber", box: "border-wait/40 bg-wait-bg/40", title: "text-wait" },
  red: { label: "Red", box: "border-bad/40 bg-bad-bg/40", title: "text-bad" },
  violet: { label: "Violet", box: "border-fork/40 bg-fork-bg/40", title: "text-fork" },
};
export type GroupColor = keyof typeof GROUP_LOOK;

/** A colour that another program wrote may be none of these. */
export function toGroupColor(word: string | undefined): GroupColor {
  return word !== undefined && isGroupColor(word) ? word : "grey";
}

function isGroupColor(word: string): word is GroupColor {
  return Object.hasOwn(GROUP_LOOK, word);
}

/** All of them, in the order of a menu. */
export const GROUP_COLORS: readonly GroupColor[] = ["grey", "blue", "green", "amber", "red", "violet"];
