import type { html } from "hono/html";

/** HTML that is safe to send: everything inserted into it is escaped. */
export type Markup = ReturnType<typeof html>;
