/** Groups and notes are elements of the drawing beside nodes, whose names can be anything but these. */
const GROUP = "\u0001group:";
const NOTE = "\u0001note:";

export const groupElement = (id: string) => `${GROUP}${id}`;
export const noteElement = (id: string) => `${NOTE}${id}`;

/** What an element of the drawing is, and its own id. */
export function readElement(element: string): { kind: "node" | "group" | "note"; id: string } {
  if (element.startsWith(GROUP)) return { kind: "group", id: element.slice(GROUP.length) };
  if (element.startsWith(NOTE)) return { kind: "note", id: element.slice(NOTE.length) };
  return { kind: "node", id: element };
}
