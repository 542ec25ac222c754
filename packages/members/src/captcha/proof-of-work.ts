import type { Context } from "@uola/kernel";
import { altcha } from "./altcha.ts";

/** The house's own proof of work for who serves another door than the platform's: identity's pages. */
export function proofOfWork(deps: Pick<Context, "db" | "siteId" | "accounts" | "now">) {
  const { challenge, verify } = altcha(deps);
  return {
    challenge: async (): Promise<object> => (await challenge?.("VISIBLE")) ?? {},
    verify: (token: string, network: string | undefined): Promise<boolean> =>
      verify({ kind: "VISIBLE", token, network }),
  };
}
