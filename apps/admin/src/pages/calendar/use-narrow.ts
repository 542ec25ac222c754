import { useEffect, useState } from "react";

/** Whether the window is too narrow to show a week side by side. */
export function useNarrow(): boolean {
  const [query] = useState(() => matchMedia("(max-width: 63.99rem)"));
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const look = () => setNarrow(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return narrow;
}
