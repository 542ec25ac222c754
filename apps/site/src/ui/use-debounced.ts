import { useEffect, useState } from "react";

const restMs = 250;

/** A value as it was when it last rested: what is typed is looked for once, not at every key. */
export function useDebounced<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
