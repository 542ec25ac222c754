import { createHash } from "node:crypto";
import { hashedSubject, type Subject } from "@uola/accounts";
import { isStaff, limitDecision } from "@uola/booking";
import type { contract, Inquiry } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import { type Database, newId } from "@uola/database";
import { type Call, type Caller, type Context, type Handlers, Refusal, recordChange, transact } from "@uola/kernel";
import type { CaptchaGate } from "@uola/members";
import { localDate } from "@uola/words/formats";
import { type InquiryMailRequest, readGym } from "../notifications/notifications.ts";
import { openApplicationTitle } from "./applications.ts";
import { inquiryLimits } from "./rules.ts";
import * as store from "./store.ts";

const day = { per: 86_400 };

/**
 * Handlers for messages that visitors send to the gym through a form on the site. The conversation
 * continues by mail, so only an event and two mails are stored.
 */
export function inquiries(
  context: Context,
  gate: Pick<CaptchaGate, "requireProofOfWork">,
  siteLists: SiteLists,
): Handlers<typeof contract.inquiries> {
  const { db, siteId, accounts, now } = context;

  /**
   * Adds `by` to today's inquiry count of each subject. Returns the highest count for the person,
   * and the count for the network.
   */
  async function countUp(subjects: Subjects, by: 0 | 1, tx: Database = db) {
    const counts: number[] = [];
    // Counted sequentially and in a fixed order, so that two inquiries of the same person cannot
    // deadlock.
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
      const project = projectPage
        ? await openApplicationTitle(db, siteLists, projectPage, localDate(now()))
        : undefined;
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
        if (decision !== "go") await gate.requireProofOfWork({ network, tokens }, decision);
      }
      await transact(context, async (tx) => {
        // Increases the counts, which were only read before, so that simultaneous inquiries are
        // limited in the same way as sequential ones.
        const { person } = await countUp(subjects, 1, tx);
        if (!isStaff(caller) && person > inquiryLimits.placesPerPerson.atMost) throw tooMany();
        const order: Omit<InquiryMailRequest, "template"> = {
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
          // The text is confidential between the sender and the gym. The audit log only records
          // that an inquiry was sent.
          audit: { actor: caller, action: "inquiry.send", after: { topic, ...(projectPage && { projectPage }) } },
          event: { slug: "sent", sequence: 1, body: { topic, ...(projectPage && { projectPage }) } },
          outbox: [
            { kind: "mail", payload: { template: "inquiry", ...order } },
            { kind: "mail", payload: { template: "inquiry-received", ...order } },
          ],
        });
      }).catch(async (error: unknown) => {
        // A simultaneous identical request was stored first.
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

/** Returns the subjects whose counts an inquiry increases. */
function subjectsOf({ email }: Inquiry, caller: Caller, network: string | undefined): Subjects {
  const visitorId = caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : undefined;
  const person: Subjects["person"] = [["inquiries of address", email.toLowerCase()]];
  if (visitorId) person.push(["inquiries of visitor", visitorId]);
  if (caller.memberId) person.push(["inquiries of member", caller.memberId]);
  return { person, network };
}

/**
 * Derives an id from the caller and the idempotency key: the same for each retry, and different for
 * every other caller.
 */
function idOf({ kind, id }: Pick<Call["caller"], "kind" | "id">, key: string): string {
  const hex = createHash("sha256").update(`inquiry ${kind} ${id}\n${key}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
