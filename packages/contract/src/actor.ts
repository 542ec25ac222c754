import { z } from "zod";
import { maybe } from "./wire.ts";

/**
 * Who made a change. Only people and API keys have ids; changes by the system carry the name of the
 * module that made them.
 */
export const Actor = z
  .object({
    kind: z.enum(["visitor", "member", "apiKey", "system"]),
    id: z.string(),
    name: maybe(z.string()),
  })
  .meta({ id: "Actor" });
export type Actor = z.infer<typeof Actor>;
