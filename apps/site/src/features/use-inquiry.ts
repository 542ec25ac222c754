import { platform } from "@uola/browser/platform.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import type { InquiryTopic } from "@uola/contract";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useEffect, useRef, useState } from "react";
import {
  type Draft,
  emptyDraft,
  type Field,
  inquiryOf,
  keptName,
  type Problem,
  problemsOf,
  type Refusal,
  refusalOf,
  storeDraft,
  storedDraft,
} from "./inquiry.ts";

/** Returns the storage key of an inquiry draft; each project application has a separate key. */
export const inquiryStorageKey = (projectPage?: string) => (projectPage ? `${keptName}.${projectPage}` : keptName);

/** The state of an inquiry form: its draft, validation problems and submission result. */
export function useInquiry(topic: InquiryTopic | undefined, projectPage?: string) {
  const keptAs = inquiryStorageKey(projectPage);
  const app = useApp();
  const { user } = useAuth();
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...(topic && { topic }) });
  const [problems, setProblems] = useState<Problem[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  /** Incremented on each rejection, so that a repeated error is announced again. */
  const [told, setTold] = useState(0);
  const [state, setState] = useState<"typing" | "sending" | "sent">("typing");
  const key = useRef<string>(undefined);

  useEffect(
    () => setDraft((typed) => ({ ...typed, ...storedDraft(keptAs), ...(topic && { topic }) })),
    [topic, keptAs],
  );
  useEffect(() => {
    if (!user) return;
    const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
    setDraft((typed) => ({ ...typed, name: typed.name || name, email: typed.email || user.email }));
  }, [user]);

  return {
    draft,
    problems,
    refusal,
    told,
    state,
    edit(field: Field, value: string) {
      const changed = { ...draft, [field]: value } as Draft;
      setDraft(changed);
      storeDraft(changed, keptAs);
      // An edited inquiry is a new one and needs a new idempotency key.
      key.current = undefined;
      setProblems((all) => all.filter((problem) => problem.field !== field));
    },
    again() {
      setDraft({ ...draft, text: "" });
      setState("typing");
    },
    async send() {
      if (state === "sending") return;
      const found = problemsOf(draft);
      setProblems(found);
      setRefusal(undefined);
      if (found.length > 0) return setTold((number) => number + 1);
      key.current ??= crypto.randomUUID();
      setState("sending");
      try {
        const [client, { withCaptcha }] = await Promise.all([
          platform(app),
          chunk(() => import("@uola/client/captcha-retry")),
        ]);
        const inquiry = { ...inquiryOf(draft), ...(projectPage && { projectPage }) };
        const options = { idempotencyKey: key.current, timeoutMs: 20_000 };
        await withCaptcha(client, (proof) => client.inquiries.send({ inquiry, ...proof }, options));
        key.current = undefined;
        storeDraft(null, keptAs);
        setState("sent");
      } catch (error) {
        setRefusal(refusalOf(error));
        setTold((number) => number + 1);
        setState("typing");
      }
    },
  };
}
