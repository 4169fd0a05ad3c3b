import type { TextChange } from "../schema/edit";
import { alignKeys } from "./diff-align";

/** Lines with their line break, so that joining them gives the text back. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function commonStart(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  // A pair of surrogates stays together.
  return length > 0 && /[\uD800-\uDBFF]/.test(a.charAt(length - 1)) ? length - 1 : length;
}

function commonEnd(a: string, b: string, from: number): number {
  const limit = Math.min(a.length, b.length) - from;
  let length = 0;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length > 0 && /[\uDC00-\uDFFF]/.test(a.charAt(a.length - length)) ? length - 1 : length;
}

/** A change without what its text has in common with what it replaces; null where nothing is left of it. */
function trimmed(before: string, change: TextChange): TextChange | null {
  const old = before.slice(change.start, change.end);
  if (old === change.text) return null;
  const start = commonStart(old, change.text);
  const end = commonEnd(old, change.text, start);
  return { start: change.start + start, end: change.end - end, text: change.text.slice(start, change.text.length - end) };
}

/** What leads from one text to another: changes in order, found by lines and cut down to the characters that differ. */
export function textChanges(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const [left, right] = [linesOf(before), linesOf(after)];
  const changes: TextChange[] = [];
  let offset = 0;
  let leftAt = 0;
  let rightAt = 0;
  for (const match of [...alignKeys(left, right), { before: left.length, after: right.length }]) {
    const removed = left.slice(leftAt, match.before).join("");
    const change = trimmed(before, { start: offset, end: offset + removed.length, text: right.slice(rightAt, match.after).join("") });
    if (change !== null) changes.push(change);
    offset += removed.length + (left[match.before] ?? "").length;
    leftAt = match.before + 1;
    rightAt = match.after + 1;
  }
  return changes;
}

/** The text after changes that are in order and do not overlap. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let at = 0;
  for (const change of changes) {
    result += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return result + text.slice(at);
}

function isSame(a: TextChange, b: TextChange): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** True where it cannot be told what both changes together should give. */
function collide(a: TextChange, b: TextChange): boolean {
  const bothInsert = a.start === a.end && b.start === b.end;
  return bothInsert ? a.start === b.start : a.start < b.end && b.start < a.end;
}

/** By how much what stands at an offset is moved by changes that end before it. */
function shiftAt(offset: number, changes: readonly TextChange[]): number {
  return changes.filter(({ end }) => end <= offset).reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}

/** Where a place of the text lies after changes that do not touch it; null where one of them does. */
export function movedPlace(place: { start: number; end: number }, changes: readonly TextChange[]): { start: number; end: number } | null {
  if (changes.some((change) => change.start < place.end && place.start < change.end)) return null;
  const shift = shiftAt(place.start, changes);
  return { start: place.start + shift, end: place.end + shift };
}

/**
 * One's own changes of a text, as changes of the text that somebody else has meanwhile made of it. What both have changed
 * alike is left out. Null where they touch one another: then a person has to decide.
 */
export function rebaseChanges(mine: readonly TextChange[], theirs: readonly TextChange[]): TextChange[] | null {
  const rebased: TextChange[] = [];
  for (const change of mine) {
    if (theirs.some((other) => isSame(change, other))) continue;
    if (theirs.some((other) => collide(change, other))) return null;
    const shift = shiftAt(change.start, theirs);
    rebased.push({ start: change.start + shift, end: change.end + shift, text: change.text });
  }
  return rebased;
}

/** Both sides' changes of one text, mine where they touch one another: changes of the text that theirs have made of it. */
export function mergeOver(base: string, theirs: string, mine: string): TextChange[] {
  const [own, others] = [textChanges(base, mine), textChanges(base, theirs)];
  const kept = others.filter((other) => !own.some((change) => collide(change, other) || isSame(change, other)));
  const merged = changedText(
    base,
    [...own, ...kept].sort((a, b) => a.start - b.start || a.end - b.end),
  );
  return textChanges(theirs, merged);
}
