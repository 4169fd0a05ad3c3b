"use client";

export function TryPanel() {
  return null;
}
