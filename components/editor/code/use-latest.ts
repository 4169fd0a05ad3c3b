"use client";

import { useInsertionEffect, useRef, type RefObject } from "react";

/** The value of the last render, for what is called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useInsertionEffect(() => {
    ref.current = value;
  });
  return ref;
}
