"use client";

export function CodePanel() {
  return null;
}
