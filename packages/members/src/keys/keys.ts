import { type ApiKey, contract, settingsKeyName } from "@uola/contract";
import { type Context, type Handlers, Refusal, recordChange, transact, Violation } from "@uola/kernel";
import * as store from "./store.ts";

export { addApiKey, hashOf, listApiKeys, newApiKey, revokeApiKey } from "./store.ts";

/** Maximum number of valid keys at a time. */
const keysMax = 50;

/** Handlers for API keys, which the owner creates and revokes. */
export function apiKeys(context: Context): Handlers<typeof contract.apiKeys> {
  const { db, siteId, now, callerResolver } = context;

  return {
    list: async () => ({ apiKeys: await store.listApiKeys(db, siteId) }),

    async create({ name, readOnly, features, expiresDate }, { caller }) {
      // Otherwise a key could create another one with more permissions.
      if (caller.limits) throw new Refusal("PERMISSION_DENIED", "This needs a key that may do everything.", 403);
      const wrong = [
        ...(name === settingsKeyName ? [{ field: "name", description: "is the name of the key in the settings" }] : []),
        ...(features ?? []).flatMap((feature, index) =>
          Object.hasOwn(contract, feature) ? [] : [{ field: `features[${index}]`, description: "is no feature" }],
        ),
        ...(expiresDate && expiresDate <= now() ? [{ field: "expiresDate", description: "must be to come" }] : []),
      ];
      if (wrong.length > 0) throw new Violation(wrong);
      const key = store.newApiKey();
      const rights = { name, readOnly, features: features ? [...new Set(features)] : undefined };
      const apiKey = await transact(context, async (tx) => {
        await store.lockKeys(tx, siteId);
        const at = now();
        if ((await store.countValidKeys(tx, siteId, at)) >= keysMax) {
          throw new Refusal("TOO_MANY_KEYS", `A site has at most ${keysMax} keys that are good.`);
        }
        const added = await store.addApiKey(tx, siteId, { key, ...rights, expiresDate: expiresDate ?? undefined }, at);
        const audit = { actor: caller, action: "apiKey.create", after: audited(added) };
        await recordChange(tx, { siteId, at, entity: "apiKey", entityId: added.id, audit });
        return added;
      });
      return { apiKey, key };
    },

    async revoke({ apiKeyId }, { caller }) {
      const apiKey = await transact(context, async (tx) => {
        const at = now();
        const revoked = await store.revokeApiKey(tx, siteId, apiKeyId, at);
        const apiKey = revoked ?? (await store.findApiKey(tx, siteId, apiKeyId));
        if (!apiKey) throw new Refusal("API_KEY_NOT_FOUND", `There is no key ${apiKeyId}.`, 404);
        if (revoked) {
          const audit = { actor: caller, action: "apiKey.revoke", before: audited(revoked) };
          await recordChange(tx, { siteId, at, entity: "apiKey", entityId: apiKeyId, audit });
        }
        return apiKey;
      });
      // Clears the cache of this process. The transaction notifies the other processes.
      callerResolver.forget();
      return { apiKey };
    },
  };
}

const audited = ({ name, readOnly, features, expiresDate }: ApiKey) => ({ name, readOnly, features, expiresDate });
