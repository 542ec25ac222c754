import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe, typedLine } from "./wire.ts";

/** The name of the API key given in the server's settings. It exists as long as the setting does. */
export const settingsKeyName = "OWNER_API_KEY";

/** A secret with which a program calls the platform. The secret itself is shown once and not stored. */
export const ApiKey = z
  .object({
    id: guid,
    name: typedLine().min(1).max(100),
    /** Whether the key may only read. */
    readOnly: z.boolean(),
    /** The groups of operations that the key may use; null for all. */
    features: maybe(z.array(z.string().max(60)).min(1).max(100)),
    expiresDate: maybe(instant),
    /** The time of the last call, to the minute. */
    usedDate: maybe(instant),
    createdDate: instant,
    revokedDate: maybe(instant),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

const { name, readOnly, features, expiresDate } = ApiKey.shape;

export const apiKeys = {
  list: endpoint({
    method: "GET",
    path: "/v1/api-keys",
    access: "owner",
    input: z.object({}),
    output: z.object({ apiKeys: z.array(ApiKey) }),
    errors: [],
    summary: "Read which programs may call the platform, the newest first; those that were revoked are listed too.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/api-keys",
    access: "owner",
    input: z.object({ name, readOnly, features, expiresDate }),
    output: z.object({
      apiKey: ApiKey,
      /** The secret. It is never returned again. */
      key: z.string(),
    }),
    errors: ["TOO_MANY_KEYS"],
    summary: "Make a key with the owner's rights or fewer. A key that may not do everything makes none.",
  }),
  revoke: endpoint({
    method: "POST",
    path: "/v1/api-keys/{apiKeyId}/revoke",
    access: "owner",
    input: z.object({ apiKeyId: guid }),
    output: z.object({ apiKey: ApiKey }),
    errors: ["API_KEY_NOT_FOUND"],
    summary: "End a key at once in every process. Sent again it changes nothing.",
  }),
};
