/** What a node's component is given by the drawing library, as far as it decides what is drawn. */
type DrawnProps = { data: unknown; selected?: boolean; width?: number | undefined; height?: number | undefined };

/** A node that is only moved is drawn the same: its place is the wrapper's matter, and hundreds are moved at once. */
export function isSameNode(before: DrawnProps, after: DrawnProps): boolean {
  return before.data === after.data && before.selected === after.selected && before.width === after.width && before.height === after.height;
}
