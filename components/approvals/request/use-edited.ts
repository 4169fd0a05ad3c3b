"use client";

import { useMemo } from "react";
import { readSchema } from "@/lib/request/clean-schema";
import { readEdited, type Edited, type Edits } from "@/lib/request/edits";
import { fieldsOf, type RequestField } from "@/lib/request/fields";
import type { Json, JsonObject } from "@/lib/schema/json";

export type EditedValue = Edited & { root: RequestField; schema: JsonObject | null };

/** The fields of a value that can be edited, and what it became. */
export function useEdited(given: Json | null, start: Json | undefined, edits: Edits): EditedValue {
  const schema = useMemo(() => (given === null ? null : readSchema(given).schema), [given]);
  const root = useMemo(() => fieldsOf(schema, start), [schema, start]);
  return useMemo(() => ({ ...readEdited(root, schema, edits), root, schema }), [root, schema, edits]);
}
