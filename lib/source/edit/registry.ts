import type { Edit } from "../../schema/edit";
import { addChannel } from "./channels/add-channel";
import { deleteChannel } from "./channels/delete-channel";
import { renameChannel } from "./channels/rename-channel";
import { setChannel } from "./channels/set-channel";
import { addBranch } from "./add-branch";
import { addEdge } from "./add-edge";
import { addNode } from "./add-node";
import { deleteBranch } from "./delete-branch";
import { deleteConditional } from "./delete-conditional";
import { deleteEdge } from "./delete-edge";
import { deleteNode } from "./delete-node";
import { duplicateNode } from "./duplicate-node";
import { extractSubgraph } from "./extract-subgraph";
import { guardEffect } from "./guard-effect";
import { inlineSubgraph } from "./inline-subgraph";
import { makeConditional } from "./make-conditional";
import { paste } from "./paste";
import { renameBranch } from "./rename-branch";
import { renameNode } from "./rename-node";
import { retargetBranch } from "./retarget-branch";
import { retargetEdge } from "./retarget-edge";
import { setEntry } from "./set-entry";
import { setDescription } from "./set-description";
import { setFinish } from "./set-finish";
import { setKitSettings } from "./set-kit-settings";
import { setNodeCode } from "./set-node-code";
import { setNodeOptions } from "./set-node-options";
import type { EditHandler } from "./context";

/** Edits of a graph. `replace_text` is none: it needs no graph, and works on any text. */
type GraphEdit = Exclude<Edit["type"], "replace_text">;
export type EditHandlers = { [T in GraphEdit]: EditHandler<T> };

/** How each edit is made: one file per edit, one line here. */
export const EDITS = {
  add_node: addNode,
  rename_node: renameNode,
  delete_node: deleteNode,
  paste,
  duplicate_node: duplicateNode,
  set_description: setDescription,
  set_node_options: setNodeOptions,
  set_node_code: setNodeCode,
  set_kit_settings: setKitSettings,
  extract_subgraph: extractSubgraph,
  inline_subgraph: inlineSubgraph,
  guard_effect: guardEffect,
  add_edge: addEdge,
  retarget_edge: retargetEdge,
  delete_edge: deleteEdge,
  set_entry: setEntry,
  set_finish: setFinish,
  make_conditional: makeConditional,
  add_branch: addBranch,
  rename_branch: renameBranch,
  retarget_branch: retargetBranch,
  delete_branch: deleteBranch,
  delete_conditional: deleteConditional,
  add_channel: addChannel,
  rename_channel: renameChannel,
  set_channel: setChannel,
  delete_channel: deleteChannel,
} satisfies EditHandlers;
