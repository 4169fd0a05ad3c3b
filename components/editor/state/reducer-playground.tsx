"use client";

export function ReducerPlayground() {
  return null;
}
