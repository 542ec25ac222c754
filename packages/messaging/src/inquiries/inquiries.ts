import { createHash } from "node:crypto";
import { hashedSubject, type Subject } from "@uola/accounts";
import { isStaff, limitDecision } from "@uola/booking";
import type { contract, Inquiry } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import { type Database, newId } from "@uola/database";
import { type Call, type Caller, type Context, type Handlers, Refusal, recordChange, transact } from "@uola/kernel";
import type { CaptchaGate } from "@uola/members";
import { localDate } from "@uola/words/formats";
import { type InquiryOrder, readGym } from "../notifications/notifications.ts";
import { openForApplications } from "./applications.ts";
import { inquiryLimits } from "./rules.ts";
import * as store from "./store.ts";

const day = { per: 86_400 };

/** What visitors write to the gym by a form of the site. It goes on by mail, so it is kept as an event and two mails. */
export function inquiries(
  context: Context,
  gate: Pick<CaptchaGate, "prove">,
  siteLists: SiteLists,
): Handlers<typeof contract.inquiries> {
  const { db, siteId, accounts, now } = context;

  /** Adds `by` to what each has written today; returns the most of them for the person, and the network's. */
  async function countUp(subjects: Subjects, by: 0 | 1, tx: Database = db) {
    const counts: number[] = [];
    // One after another and in one order, so that two inquiries of the same person cannot deadlock.
    for (const [kind, subject] of subjects.person)
      counts.push(await accounts.limits.count(kind, subject, { ...day, by }, tx));
    const network = subjects.network
      ? await accounts.limits.count("inquiries from", subjects.network, { ...day, by }, tx)
      : undefined;
    return { person: Math.max(...counts), network };
  }

  return {
    async send({ inquiry, captchaTokens: tokens }, { caller, from, idempotencyKey }) {
      const { network } = from;
      const inquiryId = idempotencyKey ? idOf(caller, idempotencyKey) : newId();
      if (idempotencyKey && (await store.isSent(db, siteId, inquiryId))) return { inquiryId };
      const { email: mailbox } = await readGym(db, siteId);
      if (!mailbox) throw new Refusal("NO_MAILBOX", "The gym has no e-mail address to write to.", 409);
      const { projectPage, topic } = inquiry;
      const project = projectPage ? await openForApplications(db, siteLists, projectPage, localDate(now())) : undefined;
      if (projectPage && project === undefined) {
        throw new Refusal("APPLICATIONS_CLOSED", "This page takes no applications now.", 409);
      }

      const subjects = subjectsOf(inquiry, caller, network);
      if (!isStaff(caller)) {
        const { person, network: total } = await countUp(subjects, 0);
        const decision = limitDecision(
          { person: person + 1, network: total === undefined ? undefined : total + 1 },
          inquiryLimits,
        );
        if (decision === "tooMany") throw tooMany();
        if (decision !== "go") await gate.prove({ network, tokens }, decision);
      }
      await transact(context, async (tx) => {
        // Again, and now it counts: of inquiries sent in the same moment no more pass than of those sent one by one.
        const { person } = await countUp(subjects, 1, tx);
        if (!isStaff(caller) && person > inquiryLimits.placesPerPerson.atMost) throw tooMany();
        const order: Omit<InquiryOrder, "template"> = {
          inquiryId,
          inquiry,
          ...(project && { project }),
          language: caller.language ?? "lt",
          memberId: caller.memberId ?? null,
          caused: network ? { network: hashedSubject(network).hash } : {},
        };
        await recordChange(tx, {
          siteId,
          at: now(),
          entity: "inquiry",
          entityId: inquiryId,
          // The words are the sender's and the gym's: the trail notes that they came.
          audit: { actor: caller, action: "inquiry.send", after: { topic, ...(projectPage && { projectPage }) } },
          event: { slug: "sent", sequence: 1, body: { topic, ...(projectPage && { projectPage }) } },
          outbox: [
            { kind: "mail", payload: { template: "inquiry", ...order } },
            { kind: "mail", payload: { template: "inquiry-received", ...order } },
          ],
        });
      }).catch(async (error: unknown) => {
        // The same request came in at the same moment, and was first.
        if (idempotencyKey && (await store.isSent(db, siteId, inquiryId))) return;
        throw error;
      });
      return { inquiryId };
    },
  };
}

const tooMany = () =>
  new Refusal("TOO_MANY_INQUIRIES", "One person writes so much in a day at most.", 429, {
    max: inquiryLimits.placesPerPerson.atMost,
  });

type Subjects = { person: [kind: string, subject: Subject][]; network: string | undefined };

/** Whom an inquiry counts for. */
function subjectsOf({ email }: Inquiry, caller: Caller, network: string | undefined): Subjects {
  const visitorId = caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : undefined;
  return {
    person: [
      ["inquiries of address", email.toLowerCase()],
      ...(visitorId ? [["inquiries of visitor", visitorId] as [string, string]] : []),
      ...(caller.memberId ? [["inquiries of member", caller.memberId] as [string, string]] : []),
    ],
    network,
  };
}

/** The id of what a caller sends with an idempotency key: the same each time, and nobody else's. */
function idOf({ kind, id }: Pick<Call["caller"], "kind" | "id">, key: string): string {
  const hex = createHash("sha256").update(`inquiry ${kind} ${id}\n${key}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
