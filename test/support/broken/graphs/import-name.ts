import { notExported } from "./nothing";

export const graph = notExported;
