import type { SignInResult } from "./authorize.ts";

/** Loads a page in a hidden frame and waits for its message about the sign-in with this `state`. */
export type Frame = (url: string, state: string) => Promise<SignInResult>;

const frameTimeoutMs = 120_000;

/** The `Frame` implementation for browsers. Accepts messages only from the platform's own page. */
export const hiddenFrame: Frame = async (url, state) => {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = url;
  const message = signInMessage(state, { from: new URL(url).origin, to: window });
  document.body.append(frame);
  return message.finally(() => frame.remove());
};

/**
 * Resolves with the first message from that origin about that sign-in. Rejects with 'OAuth flow
 * timed out'.
 */
export function signInMessage(
  state: string,
  { from, to, timeoutMs = frameTimeoutMs }: { from: string; to: EventTarget; timeoutMs?: number },
): Promise<SignInResult> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      to.removeEventListener("message", listen);
    };
    const listen = (event: Event) => {
      const { origin, data } = event as MessageEvent;
      if (origin !== from || data?.state !== state) return;
      end();
      const { code, error, error_description: errorDescription } = data;
      resolve({ state, code, error, errorDescription });
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("OAuth flow timed out"));
    }, timeoutMs);
    to.addEventListener("message", listen);
  });
}
