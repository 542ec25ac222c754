import { createClient } from "@uola/client";
import type { Connection } from "@uola/database";
import { concurrentOperations } from "@uola/server/concurrency";
import { origins, ownerKey } from "./harness.ts";
import { requirement } from "./report.ts";
import { freshSessions, visitorTokens } from "./sessions.ts";

const size = 200;

/** Measures operations that many people call at the same time over HTTP, such as canceling and signing out. */
export async function measureConcurrentOperations(connection: Connection, siteId: string, clientId: string) {
  const as = (tokens: string) => createClient({ url: origins.platform, tokens, timeoutMs: 60_000 });
  const owner = as(ownerKey);
  const { policy } = await owner.policies.create({
    policy: {
      name: "Minia",
      cancellationPolicy: { enabled: true, limitLatestCancellation: false },
      reschedulePolicy: { enabled: true, limitLatestReschedule: false },
      waitlistPolicy: { enabled: true },
    },
  });
  const made = await owner.services.create({
    service: {
      type: "CLASS",
      name: "Minios treniruotė",
      defaultCapacity: size,
      bookingPolicy: { id: policy.id },
      payment: { rateType: "NO_FEE", options: { inPerson: true } },
      onlineBooking: { enabled: true },
    },
  });
  const { id, schedule } = made.service;
  const service = { id, scheduleId: schedule.id };
  const gym = {
    owner,
    service,
    people: async (count: number) => (await visitorTokens(clientId, count)).map(as),
    sessions: (count: number) => memberTokens(connection, clientId, count).then((tokens) => tokens.map(as)),
    session: async (capacity: number) => {
      const [session] = await freshSessions(connection, siteId, 1, capacity, service);
      return session?.id as string;
    },
    places: (sessionId: string) =>
      connection.db.selectFrom("places").select(["taken", "held"]).where("id", "=", sessionId).executeTakeFirst(),
  };
  await concurrentOperations(gym, size, ({ name, answers, exact, ms }) => {
    const unanswered = answers.filter((answer) => answer === "no answer").length;
    requirement(
      `${answers.length} at once, ${name}: ${(ms / 1000).toFixed(2)} s, ${unanswered} without an answer, the counter exact`,
      unanswered === 0 && exact,
    );
  });
}

/** Access tokens of a demo member, each from a separate sign-in session. */
async function memberTokens({ db }: Connection, clientId: string, count: number): Promise<string[]> {
  const members = db.selectFrom("account").select("id").where("role", "=", "member").limit(1);
  const { id } = await members.executeTakeFirstOrThrow();
  const tokens: string[] = [];
  for (const visitor of await visitorTokens(clientId, count)) {
    const answer = await fetch(`${origins.platform}/oauth2/token`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `${visitor},${ownerKey}` },
      body: JSON.stringify({ grant_type: "authorized_client", scope: "offline_access", member_id: id }),
    });
    tokens.push(((await answer.json()) as { access_token: string }).access_token);
  }
  return tokens;
}
