import { platform } from "@uola/browser/platform.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useCallback, useEffect, useState } from "react";
import type { Offered } from "./draft.ts";

/** Loads the payment methods available now; can be retried after a failure. */
export function useWays() {
  const app = useApp();
  const [ways, setWays] = useState<readonly Offered[]>();
  const [failed, setFailed] = useState(false);
  const ask = useCallback(() => {
    setFailed(false);
    platform(app)
      .then(({ payments }) => payments.ways({}))
      .then(
        ({ ways }) => setWays(ways),
        () => setFailed(true),
      );
  }, [app]);
  useEffect(ask, [ask]);
  return { ways, failed, ask };
}
