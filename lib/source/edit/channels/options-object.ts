import type ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { toFactory } from "./code";
import { LAST_REDUCER, propertyOf, setPropertyValue, toReducerCode, type ChannelChange, type FileWriter } from "./dialect";
import { appendProperty, removeProperty } from "./object-literal";

/**
 * Changes of `{ reducer, default }` as `Annotation` and the old channels have it. null where nothing of it remains, so that
 * the object as a whole has to go.
 */
export function changeOptions(object: ts.ObjectLiteralExpression, change: ChannelChange, file: FileWriter): TextChange[] | null {
  const { sourceFile } = file;
  const reducer = propertyOf(object, "reducer", "value");
  const initial = propertyOf(object, "default");
  const keepsDefault = change.default === undefined ? initial !== null : change.default !== null;
  if (change.reducer === "last" && !keepsDefault) return null;
  const changes: TextChange[] = [];
  if (change.reducer !== undefined) {
    const code = toReducerCode(change.reducer, file) ?? LAST_REDUCER;
    changes.push(...(reducer === null ? appendProperty(sourceFile, object, `reducer: ${code}`) : [setPropertyValue(sourceFile, reducer, code)]));
  }
  const isList = change.reducer === "append" || change.reducer === "messages";
  const wanted = change.default === undefined && isList && initial === null ? "[]" : change.default;
  if (wanted === null && initial !== null) changes.push(removeProperty(sourceFile, object, initial));
  if (typeof wanted === "string") {
    changes.push(
      ...(initial === null
        ? appendProperty(sourceFile, object, `default: ${toFactory(wanted)}`)
        : [setPropertyValue(sourceFile, initial, toFactory(wanted))]),
    );
  }
  return changes;
}

/** The options of a new channel, each as `name: code`; none for one that only keeps the last value. */
export function writeOptions(
  { reducer, ...spec }: { reducer: ChannelChange["reducer"]; default: string | null },
  file: FileWriter,
  reducerName: string,
): string[] {
  const code = reducer === undefined ? null : toReducerCode(reducer, file);
  const initial = spec.default ?? (reducer === "append" || reducer === "messages" ? "[]" : null);
  if (code === null && initial === null) return [];
  return [`${reducerName}: ${code ?? LAST_REDUCER}`, ...(initial === null ? [] : [`default: ${toFactory(initial)}`])];
}
