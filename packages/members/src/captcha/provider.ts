/** An `INVISIBLE` captcha only takes a moment; a `VISIBLE` one has to be answered by the person. */
export type CaptchaKind = "INVISIBLE" | "VISIBLE";
export type CaptchaSolution = { kind: CaptchaKind; token: string; network: string | undefined };

/** A captcha provider. A visible solution is accepted where an invisible one is required. */
export type Captcha = {
  provider: "ALTCHA" | "RECAPTCHA";
  invisibleSiteKey: string;
  visibleSiteKey: string;
  /** The challenge to solve, for providers whose challenges the platform makes. */
  challenge?(kind: CaptchaKind): Promise<NonNullable<unknown>>;
  /** Whether the solution is valid. Each is accepted once. Errors: UNAVAILABLE when the provider cannot be reached. */
  verify(solution: CaptchaSolution): Promise<boolean>;
};
