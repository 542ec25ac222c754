import type { html } from "hono/html";

/** HTML that is safe to send: what was put into it is escaped. */
export type Markup = ReturnType<typeof html>;
