import { reportUnexpected } from "@uola/browser/errors.ts";
import { platform } from "@uola/browser/platform.ts";
import type { Client } from "@uola/client";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useRef, useState } from "react";

type State<Failure> = { at: "idle" | "running" | "done"; failure?: Failure };

/**
 * A write to the platform from a public page, other than a form submission (`use-form.ts`).
 * `failure` is the reason why the last attempt failed.
 */
export function useAction<Failure>() {
  const app = useApp();
  const [state, setState] = useState<State<Failure>>({ at: "idle" });
  const isRunning = useRef(false);
  return {
    at: state.at,
    failure: state.failure,
    /** Resolves to whether the write succeeded. A second press is ignored. */
    async run(work: (client: Client) => Promise<unknown>, explain: (error: unknown) => Failure): Promise<boolean> {
      if (isRunning.current) return false;
      isRunning.current = true;
      setState({ at: "running" });
      try {
        await work(await platform(app));
        setState({ at: "done" });
        return true;
      } catch (error) {
        reportUnexpected(error);
        setState({ at: "idle", failure: explain(error) });
        return false;
      } finally {
        isRunning.current = false;
      }
    },
  };
}
