import { errors } from "oidc-provider";
import { consentPage } from "./pages/consent-page.ts";
import type { Desk, Screen } from "./screen.ts";

/** Whether a site that is not ours may know who this is. */
export function consenting({ provider, site, finish, send }: Desk) {
  const consent: Screen = {
    async show(visit) {
      const client = await provider.Client.find(String(visit.interaction.params.client_id));
      send(visit, undefined, consentPage(site, visit, client?.clientName ?? ""));
    },
    async answer(visit, field) {
      const { interaction } = visit;
      if (field("answer") !== "allow") return finish(visit, { error: "access_denied", error_description: "refused" });
      const clientId = String(interaction.params.client_id);
      const accountId = interaction.session?.accountId;
      if (!accountId) throw new errors.SessionNotFound("nobody to consent");
      const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
      const grant = known ?? new provider.Grant({ accountId, clientId });
      // what the page has named, and nothing beside it: an API is no foreign site's to ask for
      const { missingOIDCScope } = interaction.prompt.details as { missingOIDCScope?: string[] };
      if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
      return finish(visit, { consent: { grantId: await grant.save() } });
    },
  };
  return { consent };
}
