"use client";

export function EditorCanvas() {
  return null;
}
