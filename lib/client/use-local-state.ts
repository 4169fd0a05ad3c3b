"use client";

import { useCallback, useEffect, useState } from "react";
import { readLocal, writeLocal } from "./local-storage";

/**
 * State that survives a reload. The first render has `initial`, as on the server; the kept value comes right after.
 * `read` turns what was kept into a value, or null if it is not one.
 */
export function useLocalState<T>(key: string, initial: T, read: (kept: unknown) => T | null): [T, (value: T) => void] {
  const [value, setValue] = useState(initial);

  useEffect(() => {
    const kept = read(readLocal(key));
    setValue(kept ?? initial);
    // Only another key makes the kept value another one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);

  const set = useCallback(
    (next: T) => {
      setValue(next);
      writeLocal(key, next);
    },
    [key],
  );
  return [value, set];
}
