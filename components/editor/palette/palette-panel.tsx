"use client";

export function PalettePanel() {
  return null;
}
