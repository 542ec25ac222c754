import { credentialIn } from "./forms.ts";
import type { Flaw } from "./pages/form-errors.ts";
import { suggestedName } from "./pages/passkey-form.ts";
import { passkeyPage } from "./pages/passkey-page.ts";
import { present } from "./second-factor-screen.ts";
import type { Desk, Screen, Visit } from "./screen.ts";

/** What our own site sends people here for: a passkey more. */
export function changingSignIn({ accounts, site, place, finish, send, flawFrom }: Desk) {
  const { passkeys } = accounts.factors;

  function show(visit: Visit, flaw?: Flaw, name = suggestedName(visit.ctx.get("User-Agent"))) {
    send(visit, flaw, passkeyPage(site, visit, { name, flaw }));
  }

  const addPasskey: Screen = {
    show,
    passkey: (visit) => passkeys.registrationOptions(present(visit), place),
    async answer(visit, field) {
      if (field("later")) return finish(visit, { passkey: { isMade: false } });
      const name = field("passkeyName");
      const response = credentialIn<Parameters<typeof passkeys.register>[1]>(field("response"));
      if (!response) return show(visit, { status: 400, whole: "passkeyRefused" }, name);
      try {
        await passkeys.register(present(visit), response, { ...place, name });
      } catch (error) {
        return show(visit, flawFrom(error), name);
      }
      return finish(visit, { passkey: { isMade: true } });
    },
  };
  return { addPasskey };
}
