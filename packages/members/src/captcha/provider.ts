/** An `INVISIBLE` captcha only takes a moment. A `VISIBLE` captcha has to be solved by the person. */
export type CaptchaKind = "INVISIBLE" | "VISIBLE";
export type CaptchaSolution = { kind: CaptchaKind; token: string; network: string | undefined };

/** A captcha provider. A visible solution is accepted where an invisible one is required. */
export type Captcha = {
  provider: "ALTCHA" | "RECAPTCHA";
  invisibleSiteKey: string;
  visibleSiteKey: string;
  /** Returns a challenge to solve, for providers whose challenges the platform generates. */
  challenge?(kind: CaptchaKind): Promise<NonNullable<unknown>>;
  /**
   * Whether the solution is valid. Each solution is accepted once. Errors: UNAVAILABLE if the
   * provider cannot be reached.
   */
  verify(solution: CaptchaSolution): Promise<boolean>;
};
