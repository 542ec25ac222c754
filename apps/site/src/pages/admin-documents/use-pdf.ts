import { type DocumentRow, documentNumber } from "@uola/contract";
import { useCallback } from "react";
import { usePlatformAction } from "../../use-platform.ts";
import { keepFile } from "../admin-content/keep-file.ts";

/** Hands a document as PDF over to the browser's downloads. */
export function usePdf() {
  const read = usePlatformAction();
  return useCallback(
    async (document: Pick<DocumentRow, "id" | "series" | "number">) => {
      const file = await read(async ({ documents }) => (await documents.file({ documentId: document.id })).blob());
      keepFile(file, `${documentNumber(document).replace(" ", "-")}.pdf`);
    },
    [read],
  );
}
