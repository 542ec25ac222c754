import { usePlatformList } from "@uola/browser/use-platform.ts";
import type { Consent } from "@uola/contract";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dateLong, time } from "@uola/words/formats";
import { useMemo } from "react";

/** Lists consent decisions about third-party scripts by an id that only the visitor's browser knows. */
export function ConsentLedger({ onClose }: { onClose: () => void }) {
  const reading = usePlatformList(["measuring", "consents"], async ({ measuring }, cursorPaging) => {
    const { consents: items, cursors } = await measuring.consents({ cursorPaging });
    return { items, next: cursors.next };
  });
  return (
    <Sheet wide title={say("consents.heading")} onClose={onClose}>
      <p className="mb-4 max-w-[68ch]">{say("consents.lead")}</p>
      <DataTable
        caption={say("consents.heading")}
        columns={useMemo(columnsOf, [])}
        items={reading.items}
        idOf={({ id }) => id}
        reading={reading}
        empty={say("consents.none")}
      />
    </Sheet>
  );
}

const columnsOf = (): Column<Consent>[] => [
  {
    id: "browserId",
    heading: say("consents.column.browser"),
    isName: true,
    className: "wrap-anywhere",
    cell: ({ browserId }) => browserId,
  },
  {
    id: "choice",
    heading: say("consents.column.choice"),
    phone: "beside",
    cell: ({ choice }) => say(`consents.${choice}`),
  },
  { id: "version", heading: say("consents.column.version"), cell: ({ version }) => version },
  {
    id: "createdDate",
    heading: say("consents.column.date"),
    cell: ({ createdDate }) => `${dateLong(createdDate)}, ${time(createdDate)}`,
  },
];
