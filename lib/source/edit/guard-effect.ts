import type { EditHandler } from "./context";

/** Guards a call that stands before `interrupt()` against happening again when its node runs again. */
export const guardEffect: EditHandler<"guard_effect"> = (_context, edit) => ({
  status: "refused",
  reason: `The call in "${edit.node}" cannot be guarded this way.`,
  place: edit.place,
});
