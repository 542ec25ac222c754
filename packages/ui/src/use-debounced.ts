import { useEffect, useState } from "react";

const restMs = 250;

/**
 * Returns a debounced value, so that typed text is searched once typing pauses, not on every key
 * press.
 */
export function useDebounced<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
