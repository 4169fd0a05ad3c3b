"use client";

export function EditorDialogs() {
  return null;
}
