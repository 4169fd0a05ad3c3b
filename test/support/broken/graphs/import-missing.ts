import { nothing } from "./not-there";

export const graph = nothing;
