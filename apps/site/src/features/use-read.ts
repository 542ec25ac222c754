import { reportUnexpected } from "@uola/browser/errors.ts";
import { platform } from "@uola/browser/platform.ts";
import type { Client } from "@uola/client";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useEffect, useEffectEvent, useState } from "react";

type Result<Answer> = { key: string; data?: Answer; error?: unknown };

/**
 * Reads from the platform on a public page, where the query library of `use-platform.ts` would be
 * too large. `key` identifies the data: when it changes, the previous response is discarded, the
 * data is read again, and a late response for the previous key is ignored. After a failed attempt,
 * `data` is the previous response.
 */
export function useRead<Answer>(key: string, read: (client: Client) => Promise<Answer>) {
  const app = useApp();
  const [result, setResult] = useState<Result<Answer>>({ key });
  const [round, setRound] = useState(0);
  const ask = useEffectEvent(async () => read(await platform(app)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (data) => isCurrent && setResult({ key, data }),
      (error) => {
        reportUnexpected(error);
        if (isCurrent) setResult((before) => ({ ...(before.key === key && before), key, error }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, round]);
  const { data, error }: Result<Answer> = result.key === key ? result : { key };
  return {
    data,
    error,
    failed: error !== undefined,
    again() {
      setResult((before) => ({ ...before, error: undefined }));
      setRound((count) => count + 1);
    },
  };
}
