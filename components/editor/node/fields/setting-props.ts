import type { SourceKit } from "@/lib/schema/source";
import type { KitField } from "@/lib/source/kit/catalogue";
import type { SetKit } from "../use-kit-settings";

/** What the form of one setting is given. */
export type SettingProps = {
  id: string;
  field: KitField;
  node: string;
  kit: SourceKit;
  set: SetKit;
  /** Names of the state's channels. */
  channels: readonly string[];
  readOnly: boolean;
};

/** What the history calls a change of a setting. */
export function changeOf({ field, node }: Pick<SettingProps, "field" | "node">): string {
  return `Change ${field.label.toLowerCase()} of ${node}`;
}
