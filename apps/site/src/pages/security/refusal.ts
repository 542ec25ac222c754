/** Why nothing was changed; the texts are `security.refusal.*`. */
export type Refusal = {
  kind:
    | "wrongPassword"
    | "wrongCode"
    | "paused"
    | "signInAgain"
    | "required"
    | "lastWay"
    | "tooShort"
    | "tooLong"
    | "tooCommon"
    | "email"
    | "gone"
    | "offline"
    | "broken";
  /** The field it is about, if one. */
  field?: "currentPassword" | "newPassword" | "email" | "code";
};

const byCode: Record<string, Refusal> = {
  WRONG_PASSWORD: { kind: "wrongPassword", field: "currentPassword" },
  WRONG_CODE: { kind: "wrongCode", field: "code" },
  RESOURCE_EXHAUSTED: { kind: "paused" },
  REAUTHENTICATION_NEEDED: { kind: "signInAgain" },
  SECOND_FACTOR_REQUIRED: { kind: "required" },
  LAST_WAY_IN: { kind: "lastWay" },
  PASSKEY_NOT_FOUND: { kind: "gone" },
  DEVICE_NOT_FOUND: { kind: "gone" },
  APP_NOT_FOUND: { kind: "gone" },
};
const byPasswordRule: Record<string, Refusal> = {
  PASSWORD_TOO_SHORT: { kind: "tooShort", field: "newPassword" },
  PASSWORD_TOO_LONG: { kind: "tooLong", field: "newPassword" },
  PASSWORD_TOO_COMMON: { kind: "tooCommon", field: "newPassword" },
};

type Failed = {
  kind?: string;
  code?: string;
  status?: number;
  fieldViolations?: readonly { field: string; data?: Record<string, unknown> }[];
};

/** What a call of the platform that failed means to a person. */
export function refusalOf(error: unknown): Refusal {
  const { kind, code, status, fieldViolations = [] } = error as Failed;
  if (kind === "validation") {
    const [wrong] = fieldViolations;
    const rule = byPasswordRule[String(wrong?.data?.code)];
    if (rule) return rule;
    return wrong?.field === "email" ? { kind: "email", field: "email" } : { kind: "broken" };
  }
  if (kind === "application") return byCode[code ?? ""] ?? { kind: "broken" };
  return { kind: status === 0 ? "offline" : "broken" };
}
