import { errors } from "oidc-provider";
import { consentPage } from "./pages/consent-page.ts";
import type { Screen, ScreenTools } from "./screen.ts";

/** Asks whether a third-party site may learn the identity of this person. */
export function consentScreen({ provider, site, finish, send }: ScreenTools) {
  const consent: Screen = {
    async show(request) {
      const client = await provider.Client.find(String(request.interaction.params.client_id));
      send(request, undefined, consentPage(site, request, client?.clientName ?? ""));
    },
    async answer(request, field) {
      const { interaction } = request;
      if (field("answer") !== "allow") return finish(request, { error: "access_denied", error_description: "refused" });
      const clientId = String(interaction.params.client_id);
      const accountId = interaction.session?.accountId;
      if (!accountId) throw new errors.SessionNotFound("nobody to consent");
      const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
      const grant = known ?? new provider.Grant({ accountId, clientId });
      // Only the scopes shown on the page are granted: third-party sites may not request an API.
      const { missingOIDCScope } = interaction.prompt.details as { missingOIDCScope?: string[] };
      if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
      return finish(request, { consent: { grantId: await grant.save() } });
    },
  };
  return { consent };
}
