import { z } from "zod";
import { maybe } from "./wire.ts";

/** Who made a change. Only people and keys have ids of their own; what the system did by itself bears the name of its part. */
export const Actor = z
  .object({
    kind: z.enum(["visitor", "member", "apiKey", "system"]),
    id: z.string(),
    name: maybe(z.string()),
  })
  .meta({ id: "Actor" });
export type Actor = z.infer<typeof Actor>;
