import { platform } from "@uola/browser/platform.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import type { InquiryTopic } from "@uola/contract";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useMemo, useRef } from "react";
import { inquiryOf, type Problem, problemsOf, type Refusal, refusalOf } from "./inquiry.ts";
import { type Draft, emptyDraft, inquiryStorage } from "./inquiry-draft.ts";
import { useForm } from "./use-form.ts";

/**
 * The form for an inquiry, or for an application from a project page. The draft is kept until it is
 * sent.
 */
export function useInquiry(topic: InquiryTopic | undefined, projectPage?: string) {
  const app = useApp();
  const { user } = useAuth();
  const storage = inquiryStorage(projectPage);
  const form = useForm<Draft, Problem, { why: Refusal }>({
    empty: { ...emptyDraft, ...(topic && { topic }) },
    storage: { ...storage, read: () => ({ ...storage.read(), ...(topic && { topic }) }) },
    known: useMemo(
      () => user && { name: [user.firstName, user.lastName].filter(Boolean).join(" "), email: user.email },
      [user],
    ),
  });
  const key = useRef<string>(undefined);

  async function post(draft: Draft) {
    key.current ??= crypto.randomUUID();
    const options = { idempotencyKey: key.current, timeoutMs: 20_000 };
    const [client, { withCaptcha }] = await Promise.all([
      platform(app),
      chunk(() => import("@uola/client/captcha-retry")),
    ]);
    const inquiry = { ...inquiryOf(draft), ...(projectPage && { projectPage }) };
    await withCaptcha(client, (proof) => client.inquiries.send({ inquiry, ...proof }, options));
    key.current = undefined;
    storage.write(null);
  }
  return {
    ...form,
    set(part: Partial<Draft>) {
      // An edited inquiry is a new one and needs a new idempotency key.
      key.current = undefined;
      form.set(part);
    },
    again: () => form.restart({ text: "" }),
    send: () => form.submit(problemsOf, post, (error) => ({ why: refusalOf(error) })),
  };
}
