import { toErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from "@rjsf/utils";
import { findSchemaProblems } from "@/lib/request/schema-problems";
import { JsonObjectSchema, type Json } from "@/lib/schema/json";

const WORDS: Record<string, string> = {
  required: "is required",
  minLength: "must not be empty",
  type: "has the wrong type",
  enum: "is not one of the allowed values",
};

function toError(path: string, keyword: string, message: string): RJSFValidationError {
  return { name: keyword, property: path.replaceAll("/", "."), message: WORDS[keyword] ?? message, stack: message };
}

function problems(schema: RJSFSchema, value: unknown, root?: RJSFSchema): RJSFValidationError[] {
  const parsed = JsonObjectSchema.safeParse({
    ...(root?.$defs ? { $defs: root.$defs } : {}),
    ...(root?.definitions ? { definitions: root.definitions } : {}),
    ...schema,
  });
  if (!parsed.success) return [];
  // Form data is JSON by construction; `undefined` properties of a form are left out of it.
  const data = value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json);
  return findSchemaProblems(parsed.data, data).map((problem) => {
    const missing = problem.keyword === "required" ? /"([^"]+)"/.exec(problem.message)?.[1] : undefined;
    return toError(missing === undefined ? problem.path : `${problem.path}/${missing}`, problem.keyword, problem.message);
  });
}

/** Validates the form by interpreting its schema: see `findSchemaProblems`. */
export const schemaValidator: ValidatorType<unknown> = {
  validateFormData(formData, schema) {
    const errors = problems(schema, formData);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, formData, rootSchema) => problems(schema, formData, rootSchema).length === 0,
  rawValidation: () => ({ errors: [] }),
};
