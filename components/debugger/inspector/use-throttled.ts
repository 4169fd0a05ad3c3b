import { useEffect, useRef, useState } from "react";

/** The value, but while `ms` is above 0 with at most one change in that time; the newest always arrives. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        changedAt.current = Date.now();
        setShown(value);
      },
      Math.max(0, changedAt.current + ms - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [value, ms]);
  return ms === 0 ? value : shown;
}
