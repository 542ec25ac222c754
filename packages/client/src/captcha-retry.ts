import type { CaptchaToken } from "@uola/contract";
import type { z } from "zod";
import type { Client } from "./client.ts";

type Proof = { captchaTokens?: z.infer<typeof CaptchaToken>[] };

/** Sends a wish for places. Where it costs work, as from a network that asked for many, does the work and sends it once more. */
export async function withProof<Answer>(client: Client, send: (proof: Proof) => Promise<Answer>): Promise<Answer> {
  try {
    return await send({});
  } catch (error) {
    const { code, data } = error as { code?: string; data?: { captcha?: unknown } };
    if (code !== "-19971") throw error;
    const { solveCaptcha } = await import("./captcha.ts");
    const kind = data?.captcha === "VISIBLE" ? "VISIBLE" : "INVISIBLE";
    return send({ captchaTokens: await solveCaptcha(client, kind) });
  }
}
