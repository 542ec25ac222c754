import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { BankEntry } from "@uola/contract";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FileButton } from "@uola/ui/kit/file-button.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dayShort, decimal, money } from "@uola/words/formats";
import { useState } from "react";
import { StatementNoteDialog } from "./statement-note-dialog.tsx";

const matches = ["SURE", "LIKELY", "UNKNOWN"] as const satisfies readonly BankEntry["match"][];

/**
 * Incoming payments from a bank statement and the orders they pay. A payment is recorded only after
 * a user has confirmed it.
 */
export function StatementSheet({ onClose }: { onClose: () => void }) {
  const write = usePlatformAction("orders", "bank", "documents");
  const { make, done, shown } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [names, setNames] = useState<BankEntry>();
  const { data, ...reading } = usePlatformQuery(["bank", "entries"], ({ payments }) => payments.bankEntries({}), {
    refetch: true,
  });
  const { data: asides = [] } = usePlatformQuery(
    ["bank", "asides"],
    async ({ payments }) => (await payments.bankEntries({ state: "ASIDE" })).entries,
    { refetch: true },
  );
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const upload = ([file]: File[]) =>
    during(async () => {
      if (!file) return;
      await make(
        () => write(({ payments }) => payments.importStatement({}, { file })),
        (answer) => say("orders.statement.added", answer),
      );
    });
  const note = ({ id: entryId, order }: BankEntry) =>
    during(async () => {
      if (!order) return;
      const { number } = order;
      await make(
        () => write(({ payments }) => payments.noteBankEntry({ entryId, orderNumber: number })),
        say("orders.statement.noted", { number }),
      );
    });
  /** Records each entry separately; an entry whose match is no longer certain stays in the list. */
  const noteAll = (entries: readonly BankEntry[]) =>
    during(() =>
      make(
        async () => {
          const asked = entries.map(({ id: entryId, order }) => ({ entryId, orderNumber: order?.number ?? "" }));
          return write(async ({ payments }) => {
            let count = 0;
            for (const one of asked) {
              const isNoted = await payments.noteBankEntry({ ...one, onlySure: true }).then(
                () => true,
                () => false,
              );
              if (isNoted) count += 1;
            }
            return { count, left: asked.length - count };
          });
        },
        ({ count, left }) =>
          say(left > 0 ? "orders.statement.notedSome" : "orders.statement.notedAll", { count, left }),
      ),
    );
  const setAside = (entryId: string, aside: boolean) => {
    const to = (aside: boolean) => () => write(({ payments }) => payments.setBankEntryAside({ entryId, aside }));
    return make(to(aside), say(aside ? "orders.statement.asideDone" : "orders.statement.backDone"), to(!aside));
  };
  return (
    <Sheet wide title={say("orders.statement")} onClose={onClose}>
      {shown}
      <p className="mb-4">{say("orders.statement.lead")}</p>
      <FileButton accept=".xml,application/xml,text/xml" disabled={busy} onPick={(files) => void upload(files)}>
        {say("orders.statement.upload")}
      </FileButton>
      <Results
        reading={reading}
        items={data?.entries}
        failed={say("orders.statement.failed")}
        empty={<p className="my-6">{say("orders.statement.none")}</p>}
      >
        {(entries) =>
          matches.map((match) => {
            const own = entries.filter((entry) => entry.match === match);
            return (
              own.length > 0 && (
                <Section
                  key={match}
                  level={3}
                  title={say(`orders.statement.${match}`)}
                  action={
                    match === "SURE" && (
                      <PrimaryButton small disabled={busy} onClick={() => void noteAll(own)}>
                        {say("orders.statement.noteAll", { count: own.length })}
                      </PrimaryButton>
                    )
                  }
                >
                  <p className="my-2 text-muted">{say(`orders.statement.${match}.lead`)}</p>
                  <List items={own}>
                    {(entry) => (
                      <Row
                        name={nameOf(entry)}
                        about={aboutOf(entry)}
                        more={<For entry={entry} />}
                        main={
                          entry.order && match !== "UNKNOWN"
                            ? { label: say("orders.statement.note"), onClick: () => void note(entry) }
                            : canBeNoted(entry) && {
                                label: say("orders.statement.noteTo"),
                                onClick: () => setNames(entry),
                              }
                        }
                        others={[
                          canBeNoted(entry) &&
                            match !== "UNKNOWN" && {
                              label: say("orders.statement.noteTo"),
                              onClick: () => setNames(entry),
                            },
                          { label: say("orders.statement.aside"), onClick: () => void setAside(entry.id, true) },
                        ]}
                      />
                    )}
                  </List>
                </Section>
              )
            );
          })
        }
      </Results>
      {data?.hasMore && <p className="my-4">{say("orders.statement.more", { count: data.entries.length })}</p>}
      {asides.length > 0 && (
        <details className="mt-6">
          <summary>{say("orders.statement.asides", { count: asides.length })}</summary>
          <List items={asides}>
            {(entry) => (
              <Row
                name={nameOf(entry)}
                about={aboutOf(entry)}
                main={{ label: say("orders.statement.back"), onClick: () => void setAside(entry.id, false) }}
              />
            )}
          </List>
        </details>
      )}
      {names && (
        <StatementNoteDialog
          entry={names}
          amount={amountOf(names)}
          onClose={(text) => {
            setNames(undefined);
            if (text) done(text);
          }}
        />
      )}
    </Sheet>
  );
}

/** A reversal can be recorded only if the order whose payment it reverses is known. */
const canBeNoted = ({ problem, match }: BankEntry): boolean =>
  problem !== "OTHER_CURRENCY" && (problem !== "REVERSAL" || match === "LIKELY");

const amountOf = ({ amount, currency }: BankEntry): string =>
  currency === "EUR" ? money(amount) : `${decimal((amount / 100).toFixed(2))} ${currency}`;

const nameOf = (entry: BankEntry): string => [amountOf(entry), entry.payerName].filter(Boolean).join(" · ");

const aboutOf = ({ bookedDate, text, reference }: BankEntry): string =>
  [dayShort(bookedDate), text, reference].filter(Boolean).join(" · ");

/** The order that an entry pays, and the reason why the match is uncertain. */
function For({ entry: { amount, order, problem } }: { entry: BankEntry }) {
  const difference = money(Math.abs(amount - (order?.left ?? 0)));
  return (
    <p>
      {order && <b>{say("orders.statement.for", { number: order.number, buyer: order.buyer })}</b>}
      {order && problem && " – "}
      {problem && say(`orders.statement.problem.${problem}`, { difference })}
    </p>
  );
}
