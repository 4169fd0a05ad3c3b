import { Fragment } from "react";

/** Nodes in a sentence: `draft`, `check` and `publish`, or "the end" for none. */
export function NodeNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return "the end";
  return names.map((name, index) => (
    <Fragment key={name}>
      {index === 0 ? "" : index === names.length - 1 ? " and " : ", "}
      <span className="font-mono font-semibold">{name}</span>
    </Fragment>
  ));
}
