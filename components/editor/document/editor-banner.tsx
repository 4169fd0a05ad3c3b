"use client";

export function EditorBanner() {
  return null;
}
