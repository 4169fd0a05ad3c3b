/** A node of a drawing that comes from outside. */
export type DrawnNode = {
  id: string;
  /** What stands on it; null where it is the id. */
  label: string | null;
  /** Drawn as a diamond: its ways out are a decision. */
  isDecision: boolean;
  /** The group that it stands in. */
  parent: string | null;
};

export type DrawnEdge = {
  source: string;
  target: string;
  label: string | null;
  /** Dotted, or said to be conditional. */
  isConditional: boolean;
  /** The router's name where the drawing has one. */
  router: string | null;
};

export type DrawnGroup = { id: string; title: string | null; parent: string | null };

/** A graph as a picture or a list shows it, whichever format it came in. */
export type Drawing = {
  title: string | null;
  nodes: Map<string, DrawnNode>;
  edges: DrawnEdge[];
  groups: Map<string, DrawnGroup>;
};

/** What could be read of a drawing; `notes` names what could not. */
export type ReadDrawing = { drawing: Drawing; notes: string[] } | { error: string };

export function createDrawing(title: string | null = null): Drawing {
  return { title, nodes: new Map(), edges: [], groups: new Map() };
}
