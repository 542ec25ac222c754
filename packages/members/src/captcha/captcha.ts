import type { CaptchaToken } from "@uola/contract";
import { type Context, Refusal } from "@uola/kernel";
import type { z } from "zod";
import { altcha } from "./altcha.ts";
import type { Captcha, CaptchaKind, CaptchaSolution } from "./provider.ts";
import { type RecaptchaSettings, recaptcha } from "./recaptcha.ts";

export type { Captcha, CaptchaKind, CaptchaSolution } from "./provider.ts";

/** Counts at or above which a captcha, or a visible captcha, is required. */
type RiskLevel = { any: number; visible: number };
type RiskThresholds = {
  /** Recent wrong passwords for an account. */
  account: RiskLevel;
  /** Recent wrong passwords from a network. */
  network: RiskLevel;
  /** Registrations from a network in the current minute. */
  registrations: RiskLevel;
};
const defaultRisk: RiskThresholds = {
  account: { any: 3, visible: 6 },
  network: { any: 20, visible: 60 },
  registrations: { any: 101, visible: 301 },
};

/** Captcha settings. The default is ALTCHA, which involves no third party and tracks nobody. */
export type CaptchaSettings = { risk?: Partial<RiskThresholds> } & ({ provider?: "ALTCHA" } | RecaptchaSettings);

export type CaptchaTokens = z.output<typeof CaptchaToken>[] | null | undefined;
type CaptchaCheck = { network: string | undefined; tokens: CaptchaTokens };
type Attempt = CaptchaCheck & { email: string };

export type CaptchaGate = {
  captcha: Captcha;
  /**
   * Always proof of work: people who book are not sent to a third party, even if sign-in uses
   * reCAPTCHA.
   */
  work: Captcha;
  /** Requires a proof of work of this kind. Errors: the same as `signIn`. */
  requireProofOfWork(check: CaptchaCheck, kind: CaptchaKind): Promise<void>;
  /** Checks a sign-in. Errors: -19971 if a captcha is required, -19970 if its solution is not valid. */
  signIn(attempt: Attempt): Promise<void>;
  /** Checks a registration and counts it. Errors: the same as `signIn`. */
  registration(attempt: Attempt): Promise<void>;
};

export const captchaRequired = (required: CaptchaKind) =>
  new Refusal("-19971", "A proof is needed that no program is trying.", 400, { captcha: required });

/** Requires a captcha only in risky situations, so that legitimate users rarely see one. */
export function createCaptchaGate(context: Context, settings: CaptchaSettings = {}): CaptchaGate {
  const { accounts } = context;
  const captcha = settings.provider === "RECAPTCHA" ? recaptcha(settings, context.log) : altcha(context);
  const work = captcha.provider === "ALTCHA" ? captcha : altcha(context);
  const risk = { ...defaultRisk, ...settings.risk };

  async function pass({ network, tokens }: CaptchaCheck, required: CaptchaKind | undefined, by = captcha) {
    if (!required) return;
    const given = (tokens ?? []).flatMap(({ Recaptcha, InvisibleRecaptcha }): CaptchaSolution[] => [
      ...(Recaptcha ? [{ kind: "VISIBLE" as const, token: Recaptcha, network }] : []),
      ...(InvisibleRecaptcha && required === "INVISIBLE"
        ? [{ kind: "INVISIBLE" as const, token: InvisibleRecaptcha, network }]
        : []),
    ]);
    const [proof] = given;
    if (!proof) throw captchaRequired(required);
    const data = { captcha: required };
    if (!(await by.verify(proof))) throw new Refusal("-19970", "This proof is not good (any more).", 400, data);
  }

  return {
    captcha,
    work,
    requireProofOfWork: (check, kind) => pass(check, kind, work),
    async signIn(attempt) {
      const failures = await accounts.failures(attempt);
      await pass(attempt, requiredCaptchaKind([failures.account, risk.account], [failures.network, risk.network]));
    },
    async registration(attempt) {
      const { network } = attempt;
      const failures = await accounts.failures(attempt);
      const registrations = network ? await registrationsOf(network) : 0;
      await pass(attempt, requiredCaptchaKind([failures.network, risk.network], [registrations, risk.registrations]));
    },
  };

  async function registrationsOf(network: string): Promise<number> {
    return accounts.limits.count("captcha-registration", network, { per: 60 });
  }
}

function requiredCaptchaKind(...counts: [count: number, level: RiskLevel][]): CaptchaKind | undefined {
  if (counts.some(([count, { visible }]) => count >= visible)) return "VISIBLE";
  return counts.some(([count, { any }]) => count >= any) ? "INVISIBLE" : undefined;
}
