import type { CaptchaToken } from "@uola/contract";
import { type Context, Refusal } from "@uola/kernel";
import type { z } from "zod";
import { altcha } from "./altcha.ts";
import { type RecaptchaSettings, recaptcha } from "./recaptcha.ts";

/** `INVISIBLE` costs a person nothing but a moment, `VISIBLE` is something they see and answer. */
export type CaptchaKind = "INVISIBLE" | "VISIBLE";
export type CaptchaSolution = { kind: CaptchaKind; token: string; network: string | undefined };

/** One way of proving that no program is trying. A visible proof serves wherever an invisible one is asked for. */
export type Captcha = {
  provider: "ALTCHA" | "RECAPTCHA";
  invisibleSiteKey: string;
  visibleSiteKey: string;
  /** The piece of work a proof is made from, where we set it ourselves. */
  challenge?(kind: CaptchaKind): Promise<NonNullable<unknown>>;
  /** Whether a proof is good; each is good once. Refuses with UNAVAILABLE when nobody can tell. */
  verify(proof: CaptchaSolution): Promise<boolean>;
};

/** From how many on a proof is asked for, and from how many a visible one. */
type RiskLevel = { any: number; visible: number };
type RiskThresholds = {
  /** Wrong guesses lately at an account. */
  account: RiskLevel;
  /** Wrong guesses lately from a network. */
  network: RiskLevel;
  /** Registrations from a network within a minute. */
  registrations: RiskLevel;
};
const defaultRisk: RiskThresholds = {
  account: { any: 3, visible: 6 },
  network: { any: 20, visible: 60 },
  registrations: { any: 101, visible: 301 },
};

/** Without settings, ALTCHA: nobody else is asked and nobody is followed. */
export type CaptchaSettings = { risk?: Partial<RiskThresholds> } & ({ provider?: "ALTCHA" } | RecaptchaSettings);

export type CaptchaTokens = z.output<typeof CaptchaToken>[] | null | undefined;
type CaptchaCheck = { network: string | undefined; tokens: CaptchaTokens };
type Attempt = CaptchaCheck & { email: string };

export type CaptchaGate = {
  captcha: Captcha;
  /** Proofs of work, also where accounts are kept by others' proofs: who books is sent to nobody else. */
  work: Captcha;
  /** Asks for such a proof; refuses as a sign-in does. */
  prove(proving: CaptchaCheck, asked: CaptchaKind): Promise<void>;
  /** Let a sign-in pass, or refuse with -19971 when a proof is missing and -19970 when it is not good. */
  signIn(attempt: Attempt): Promise<void>;
  /** The same for a registration, which is counted. */
  registration(attempt: Attempt): Promise<void>;
};

export const captchaRequired = (asked: CaptchaKind) =>
  new Refusal("-19971", "A proof is needed that no program is trying.", 400, { captcha: asked });

/** Asks for a proof only where there is a risk, so that honest people never meet one. */
export function createCaptchaGate(context: Context, settings: CaptchaSettings = {}): CaptchaGate {
  const { accounts } = context;
  const captcha = settings.provider === "RECAPTCHA" ? recaptcha(settings, context.log) : altcha(context);
  const work = captcha.provider === "ALTCHA" ? captcha : altcha(context);
  const risk = { ...defaultRisk, ...settings.risk };

  async function pass({ network, tokens }: CaptchaCheck, asked: CaptchaKind | undefined, by = captcha) {
    if (!asked) return;
    const given = (tokens ?? []).flatMap(({ Recaptcha, InvisibleRecaptcha }): CaptchaSolution[] => [
      ...(Recaptcha ? [{ kind: "VISIBLE" as const, token: Recaptcha, network }] : []),
      ...(InvisibleRecaptcha && asked === "INVISIBLE"
        ? [{ kind: "INVISIBLE" as const, token: InvisibleRecaptcha, network }]
        : []),
    ]);
    const [proof] = given;
    if (!proof) throw captchaRequired(asked);
    const data = { captcha: asked };
    if (!(await by.verify(proof))) throw new Refusal("-19970", "This proof is not good (any more).", 400, data);
  }

  return {
    captcha,
    work,
    prove: (proving, asked) => pass(proving, asked, work),
    async signIn(attempt) {
      const failures = await accounts.failures(attempt);
      await pass(attempt, highest([failures.account, risk.account], [failures.network, risk.network]));
    },
    async registration(attempt) {
      const { network } = attempt;
      const failures = await accounts.failures(attempt);
      const registrations = network ? await registrationsOf(network) : 0;
      await pass(attempt, highest([failures.network, risk.network], [registrations, risk.registrations]));
    },
  };

  async function registrationsOf(network: string): Promise<number> {
    return accounts.limits.count("captcha-registration", network, { per: 60 });
  }
}

function highest(...counts: [count: number, level: RiskLevel][]): CaptchaKind | undefined {
  if (counts.some(([count, { visible }]) => count >= visible)) return "VISIBLE";
  return counts.some(([count, { any }]) => count >= any) ? "INVISIBLE" : undefined;
}
