"use client";

export function StatePanel() {
  return null;
}
