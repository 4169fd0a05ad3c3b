"use client";

export function NodePanel() {
  return null;
}
