import { useEffect, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { useSession } from "../../session.tsx";
import type { Draft } from "./contact.ts";

/** Names and e-mail of somebody signed in, as their account has them; nothing for a visitor. */
export function useKnownPerson(): Pick<Draft, "firstName" | "lastName" | "email"> | undefined {
  const app = useApp();
  const { status } = useSession();
  const [known, setKnown] = useState<Pick<Draft, "firstName" | "lastName" | "email">>();
  useEffect(() => {
    if (status !== "member") return setKnown(undefined);
    let current = true;
    const meet = async () => {
      const { members } = await platform(app);
      const { identityProfile: profile, email } = (await members.me({})).identity;
      const met = {
        firstName: profile?.firstName ?? "",
        lastName: profile?.lastName ?? "",
        email: email?.address ?? "",
      };
      if (current) setKnown(met);
    };
    // Without an answer the form is simply empty.
    meet().catch(() => {});
    return () => {
      current = false;
    };
  }, [app, status]);
  return known;
}
