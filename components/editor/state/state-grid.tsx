"use client";

export function StateGrid() {
  return null;
}
