import { Refusal } from "@uola/kernel";
import type { Logger } from "pino";
import { z } from "zod";
import type { Captcha } from "./provider.ts";

type Pair = { siteKey: string; secret: string };
export type RecaptchaSettings = {
  provider: "RECAPTCHA";
  invisible: Pair;
  visible: Pair;
  /** URL at which solutions are verified. Default: Google's. */
  verifyUrl?: string;
  timeoutMs?: number;
};

const Verdict = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).optional() });

/** The reCAPTCHA provider. While its service cannot be reached, every solution is rejected. */
export function recaptcha(settings: RecaptchaSettings, log: Logger): Captcha {
  const { invisible, visible, timeoutMs = 5000 } = settings;
  const { verifyUrl = "https://www.google.com/recaptcha/api/siteverify" } = settings;

  async function verdict(body: URLSearchParams): Promise<z.infer<typeof Verdict>> {
    const response = await fetch(verifyUrl, { method: "POST", body, signal: AbortSignal.timeout(timeoutMs) });
    return Verdict.parse(await response.json());
  }

  return {
    provider: "RECAPTCHA",
    invisibleSiteKey: invisible.siteKey,
    visibleSiteKey: visible.siteKey,
    async verify({ kind, token, network }) {
      const { secret } = kind === "VISIBLE" ? visible : invisible;
      const body = new URLSearchParams({ secret, response: token, ...(network && { remoteip: network }) });
      const { success, "error-codes": errors = [] } = await verdict(body).catch((error: unknown) => {
        log.warn({ err: error }, "captcha proofs cannot be checked");
        throw new Refusal("UNAVAILABLE", "Captcha proofs cannot be checked just now. Try again.", 503);
      });
      const ours = errors.filter((error) => error.endsWith("-secret"));
      if (ours.length === 0) return success;
      log.error({ errors: ours }, "the captcha's secret is not taken");
      throw new Refusal("UNAVAILABLE", "Captcha proofs cannot be checked just now.", 503);
    },
  };
}
