import type { CaptchaToken } from "@uola/contract";
import type { z } from "zod";
import type { Client } from "./client.ts";

type CaptchaInput = { captchaTokens?: z.infer<typeof CaptchaToken>[] };

/**
 * Sends a booking request. If the platform requires a captcha, as it does after many requests from
 * one network, solves it and sends the request once more.
 */
export async function withCaptcha<Answer>(
  client: Client,
  send: (proof: CaptchaInput) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({});
  } catch (error) {
    const { code, data } = error as { code?: string; data?: { captcha?: unknown } };
    if (code !== "-19971") throw error;
    const { solveCaptcha } = await import("./captcha.ts");
    const kind = data?.captcha === "VISIBLE" ? "VISIBLE" : "INVISIBLE";
    return send({ captchaTokens: await solveCaptcha(client, kind, "BOOKING") });
  }
}
