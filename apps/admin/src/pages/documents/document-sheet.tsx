import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { IssuedDocument } from "@uola/contract";
import { formatDocumentNumber } from "@uola/contract/document-number";
import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dateLong, money, percent } from "@uola/words/formats";
import { useState } from "react";
import { CompanyForm } from "./company-form.tsx";
import { useDocumentDownload } from "./use-file.ts";

type Props = { documentId: string; onOpen: (id: string) => void; onClose: () => void };

/**
 * A document as it was issued, the documents that refer to it, and the available actions. Issued
 * documents never change.
 */
export function DocumentSheet({ documentId, onOpen, onClose }: Props) {
  const [asks, setAsks] = useState(false);
  const { make, done, shown } = useFeedback();
  const keep = useDocumentDownload();
  const { data, ...reading } = usePlatformQuery(
    ["documents", "one", documentId],
    async ({ documents }) => (await documents.get({ documentId })).document,
  );
  return (
    <Sheet wide title={data ? formatDocumentNumber(data) : say("documents.one")} onClose={onClose}>
      {shown}
      <Results reading={reading} items={data && [data]} failed={say("documents.failed")}>
        {([one]) =>
          one && (
            <>
              <p className="text-[44px] leading-none font-bold">{money(one.gross)}</p>
              <p className="mb-5 text-muted">{say(`documents.kind.${one.kind}`)}</p>
              <Facts facts={factsOf(one)} />
              <div className="my-6 flex flex-wrap items-center gap-5">
                <PrimaryButton small onClick={() => void make(() => keep(one))}>
                  {say("documents.pdf.get")}
                </PrimaryButton>
                {one.kind === "INVOICE" && one.lines.some(({ remaining }) => remaining > 0) && (
                  <SecondaryButton onClick={() => setAsks(true)}>{say("documents.company")}</SecondaryButton>
                )}
                {one.kind !== "PROFORMA" && one.company && (
                  <SecondaryButton onClick={() => void make(() => keep(one, "xml"))}>
                    {say("documents.electronic")}
                  </SecondaryButton>
                )}
              </div>
              <Lines document={one} />
              <Others document={one} onOpen={onOpen} />
            </>
          )
        }
      </Results>
      {asks && data && (
        <CompanyForm
          document={data}
          onClose={() => setAsks(false)}
          onDone={({ credit, invoice }) => {
            setAsks(false);
            done(
              say("documents.company.done", {
                credit: formatDocumentNumber(credit),
                invoice: formatDocumentNumber(invoice),
              }),
            );
          }}
        />
      )}
    </Sheet>
  );
}

const factsOf = (document: IssuedDocument): [string, string | null | undefined | false][] => [
  [say("documents.column.date"), dateLong(document.issueDate)],
  [say("documents.column.buyer"), document.buyer],
  [
    say("documents.company.fact"),
    document.company &&
      [document.company.code, document.company.vatCode, document.company.address].filter(Boolean).join(", "),
  ],
  [say("documents.email"), document.email],
  [say("documents.column.order"), document.orderNumber],
  [
    say("documents.paid"),
    document.paid &&
      say("documents.paid.how", {
        date: dateLong(document.paid.date),
        method: say(`documents.method.${document.paid.method}`),
      }),
  ],
  [say("documents.due"), document.dueDate && dateLong(document.dueDate)],
  [say("documents.reason"), document.reason],
  [say("documents.column.net"), money(document.net)],
  [say("documents.column.vat"), document.vat !== 0 && money(document.vat)],
];

function Lines({ document: { lines, kind } }: { document: IssuedDocument }) {
  const about = ({ quantity, unitGross, discount, rate, gross, remaining }: IssuedDocument["lines"][number]) =>
    [
      say("documents.line.pieces", { count: quantity, price: money(unitGross) }),
      discount > 0 && say("documents.line.discount", { discount: money(discount) }),
      rate != null && say("documents.line.rate", { rate: percent(rate) }),
      kind === "INVOICE" && remaining < gross && say("documents.line.remaining", { remaining: money(remaining) }),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <Section title={say("documents.lines")} level={3}>
      <List items={lines.map((line, index) => ({ ...line, id: String(index) }))}>
        {(line) => (
          <Row name={line.name} about={[line.note, about(line)].filter(Boolean).join(" · ")}>
            <b className="whitespace-nowrap">{money(line.gross)}</b>
          </Row>
        )}
      </List>
    </Section>
  );
}

/** The documents that credit or replace this one, and the one it refers to. */
function Others({ document, onOpen }: { document: IssuedDocument; onOpen: (id: string) => void }) {
  const { refersTo, referredBy } = document;
  const others = [...(refersTo ? [refersTo] : []), ...referredBy];
  if (others.length === 0) return null;
  return (
    <Section title={say("documents.others")} level={3}>
      <List items={others}>
        {(other) => (
          <Row
            name={formatDocumentNumber(other)}
            about={`${say(`documents.kind.${other.kind}`)}, ${other.issueDate}`}
            onOpen={() => onOpen(other.id)}
          />
        )}
      </List>
    </Section>
  );
}
