import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { DocumentRow } from "@uola/contract";
import { formatDocumentNumber } from "@uola/contract/document-number";
import { useCallback } from "react";
import { downloadFile } from "../content/download-file.ts";

/** Downloads a document as PDF or as an electronic invoice. */
export function useDocumentDownload() {
  const read = usePlatformAction();
  return useCallback(
    async (
      { id: documentId, ...document }: Pick<DocumentRow, "id" | "series" | "number">,
      form: "pdf" | "xml" = "pdf",
    ) => {
      const file = await read(async ({ documents }) =>
        (await (form === "pdf" ? documents.file({ documentId }) : documents.electronic({ documentId }))).blob(),
      );
      downloadFile(file, `${formatDocumentNumber(document).replace(" ", "-")}.${form}`);
    },
    [read],
  );
}
