import type { Edit } from "../../schema/edit";
import { addChannel } from "./channels/add-channel";
import { deleteChannel } from "./channels/delete-channel";
import { renameChannel } from "./channels/rename-channel";
import { setChannel } from "./channels/set-channel";
import type { EditHandler } from "./context";

/** Edits of a graph. `replace_text` is none: it needs no graph, and works on any text. */
type GraphEdit = Exclude<Edit["type"], "replace_text">;
export type EditHandlers = { [T in GraphEdit]: EditHandler<T> };

/** How each edit is made: one file per edit, one line here. */
export const EDITS = {
  add_channel: addChannel,
  rename_channel: renameChannel,
  set_channel: setChannel,
  delete_channel: deleteChannel,
} satisfies Partial<EditHandlers>;
