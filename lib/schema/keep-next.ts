/** As `as_node` of an edit: it is written in nobody's name, and what is next stays next. */
export const KEEP_NEXT = "__keep__";
