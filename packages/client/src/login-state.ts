import type { contract, Output } from "@uola/contract";

/** The progress of a sign-in. */
export type LoginState =
  | { loginState: "SUCCESS"; data: { sessionToken: string } }
  | { loginState: "OWNER_APPROVAL_REQUIRED" }
  | { loginState: "EMAIL_VERIFICATION_REQUIRED"; data: { stateToken: string | undefined } }
  | { loginState: "FAILURE"; error: string };

type Answer = Output<typeof contract.authentication.loginV2>;

const unknownState: LoginState = { loginState: "FAILURE", error: "Unknown _state" };

export function loginStateOf({ state, sessionToken, stateToken }: Answer): LoginState {
  if (state === "SUCCESS" && sessionToken) return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  if (state === "REQUIRE_EMAIL_VERIFICATION") {
    return { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: stateToken ?? undefined } };
  }
  return unknownState;
}
