import { failureOf } from "@uola/browser/errors.ts";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { Check } from "../field.tsx";
import { dayAndTimes } from "./date-time.ts";

type Found = {
  sessions: { sessionId: string | null; capacity: number; taken: number }[];
  total: number;
  people: number;
};

const namedMax = 5;

/**
 * Asks for confirmation before a capacity is set below the number of sold places: the first attempt
 * is rejected, then the sessions and their participants are shown with a checkbox to confirm.
 * `typed` is the input that lowers the capacity; when it changes, confirmation is asked for again.
 */
export function useCapacityConfirmation(): {
  attempt: <Done>(typed: string, work: (allowBelowSold: boolean) => Promise<Done>) => Promise<Done>;
  question: (typed: string) => ReactNode;
} {
  const [refused, setRefused] = useState<{ typed: string; found: Found }>();
  const [allowed, setAllowed] = useState(false);
  const foundFor = (typed: string) => (refused?.typed === typed ? refused.found : undefined);
  return {
    attempt: async (typed, work) => {
      try {
        return await work(allowed && foundFor(typed) !== undefined);
      } catch (error) {
        const { code, data } = failureOf(error);
        if (code === "CAPACITY_BELOW_SOLD") {
          setRefused({ typed, found: data as Found });
          setAllowed(false);
        }
        throw error;
      }
    },
    question: (typed) => {
      const found = foundFor(typed);
      if (!found) return null;
      return (
        <section className="term-preview" role="status">
          <p className="font-bold">{say("capacity.below.lead", { sessions: found.total, people: found.people })}</p>
          <Booked found={found} />
          <Check checked={allowed} onChange={({ target }) => setAllowed(target.checked)}>
            {say("capacity.below.allow")}
          </Check>
        </section>
      );
    },
  };
}

/** The first of the affected sessions, with the people who have places in them. */
function Booked({ found: { sessions, total } }: { found: Found }) {
  const named = sessions.slice(0, namedMax).filter(({ sessionId }) => sessionId !== null);
  const ids = named.map(({ sessionId }) => sessionId ?? "");
  const { data } = usePlatformQuery(["below-sold", ...ids], ({ schedules }) =>
    Promise.all(ids.map(async (sessionId) => (await schedules.getSession({ sessionId })).session)),
  );
  return (
    <>
      <ul>
        {data?.map((session, index) => (
          <li key={session.id}>
            <b>{dayAndTimes(session)}</b> ({say("capacity.below.sold", named[index] ?? { taken: 0, capacity: 0 })}):{" "}
            {(session.participants ?? [])
              .filter(({ approvalStatus }) => approvalStatus !== "DECLINED")
              .map(({ name, email, partySize }) => `${name ?? email ?? "–"}${partySize > 1 ? ` (${partySize})` : ""}`)
              .join(", ")}
          </li>
        ))}
      </ul>
      {total > namedMax && <p>{say("gym.outside.more", { count: total - namedMax })}</p>}
    </>
  );
}
