import type { Client } from "@uola/client";
import type { Security } from "@uola/contract";
import { useCallback, useEffect, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

export type Calls = Client["security"];

/** How one signs in and where, and what can be done about it. What is shown is what the platform last said. */
export function useSecurity() {
  const app = useApp();
  const [security, setSecurity] = useState<Security>();
  const [failed, setFailed] = useState(false);

  /** Does something; returns why it was refused, or what came back. */
  const act = useCallback(
    async <Answer extends { security?: Security }>(
      call: (calls: Calls) => Promise<Answer>,
    ): Promise<{ refusal: Refusal } | { answer: Answer }> => {
      try {
        const answer = await call((await platform(app)).security);
        if (answer.security) setSecurity(answer.security);
        return { answer };
      } catch (error) {
        return { refusal: refusalOf(error) };
      }
    },
    [app],
  );

  const load = useCallback(async () => {
    setFailed(false);
    const done = await act((calls) => calls.read({}));
    setFailed("refusal" in done);
  }, [act]);
  useEffect(() => void load(), [load]);

  return { security, failed, load, act };
}
export type Act = ReturnType<typeof useSecurity>["act"];
