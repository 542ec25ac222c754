import type { ReactNode } from "react";
import { SessionProvider } from "./session.tsx";

export { Guard } from "./session.tsx";

/** What stands around every page. */
export function Frame({ children }: { children: ReactNode }) {
  return <SessionProvider>{children}</SessionProvider>;
}
