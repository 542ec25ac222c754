import { type PassMail, passFacts } from "@uola/commerce";
import type { Context } from "@uola/kernel";
import { codeMail } from "./code-mail.ts";
import { passView } from "./pass-view.ts";

/** Writes the mail with a pass, or the reminder that the pass is about to expire. */
export const passMail = (context: Context) =>
  codeMail(context, {
    read: passFacts(context),
    missing: ({ passId }: PassMail) => `There is no pass ${passId}.`,
    view: (facts, { about }, options) => passView({ ...options, ...facts, about }),
    redact: ({ pass }) => ({ pass, code: `…${pass.last4}` }),
  });
