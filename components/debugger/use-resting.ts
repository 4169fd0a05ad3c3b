import { useEffect, useState } from "react";

/** The value that stayed the same for this long; at first the one that is given. What is walked past is left out. */
export function useResting<T>(value: T, ms: number): T {
  const [resting, setResting] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return resting;
}
