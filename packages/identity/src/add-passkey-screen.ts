import { credentialIn } from "./forms.ts";
import type { FormError } from "./pages/form-errors.ts";
import { suggestedName } from "./pages/passkey-form.ts";
import { passkeyPage } from "./pages/passkey-page.ts";
import type { Screen, ScreenRequest, ScreenTools } from "./screen.ts";
import { signedInAccountId } from "./second-factor-screen.ts";

/** The page to which our own site sends users to add a passkey. */
export function addPasskeyScreen({ accounts, site, relyingParty, finish, send, formErrorFrom }: ScreenTools) {
  const { passkeys } = accounts.factors;

  function show(request: ScreenRequest, formError?: FormError, name = suggestedName(request.ctx.get("User-Agent"))) {
    send(request, formError, passkeyPage(site, request, { name, formError }));
  }

  const addPasskey: Screen = {
    show,
    passkey: (request) => passkeys.registrationOptions(signedInAccountId(request), relyingParty),
    async answer(request, field) {
      if (field("later")) return finish(request, { passkey: { isMade: false } });
      const name = field("passkeyName");
      const response = credentialIn<Parameters<typeof passkeys.register>[1]>(field("response"));
      if (!response) return show(request, { status: 400, formMessage: "passkeyRefused" }, name);
      try {
        await passkeys.register(signedInAccountId(request), response, { ...relyingParty, name });
      } catch (error) {
        return show(request, formErrorFrom(error), name);
      }
      return finish(request, { passkey: { isMade: true } });
    },
  };
  return { addPasskey };
}
