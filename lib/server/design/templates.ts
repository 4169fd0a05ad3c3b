import "server-only";
import type { Template } from "../../schema/design-api";
import { TEMPLATES } from "../../source/templates/templates";

/** What a new workflow can begin with, in the order in which it is offered. */
export function listTemplates(): Template[] {
  return [...TEMPLATES];
}
