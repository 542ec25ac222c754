import type { Context } from "@uola/kernel";
import { altcha } from "./altcha.ts";

/** The built-in proof of work for the identity provider's pages. */
export function proofOfWork(deps: Pick<Context, "db" | "siteId" | "accounts" | "now">) {
  const { challenge, verify } = altcha(deps);
  return {
    challenge: async (): Promise<object> => (await challenge?.("VISIBLE")) ?? {},
    verify: (token: string, network: string | undefined): Promise<boolean> =>
      verify({ kind: "VISIBLE", token, network }),
  };
}
