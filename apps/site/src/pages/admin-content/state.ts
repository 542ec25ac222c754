/** What an item's editor has of it: what is published, and what is being changed. */
export type Opened = {
  item?: { status: "PUBLISHED" | "DRAFT" } | null | undefined;
  draft?:
    | { publishDate?: Date | null | undefined; failure?: { description: string } | null | undefined }
    | null
    | undefined;
};

export type ItemState =
  | { kind: "new" | "published" | "draft" | "changed" | "failed" }
  | { kind: "scheduled"; date: Date };

/** Where an item stands: a planned time is told before anything else, since something will happen by itself. */
export function stateOf({ item, draft }: Opened): ItemState {
  if (draft?.publishDate) return { kind: "scheduled", date: draft.publishDate };
  if (draft?.failure) return { kind: "failed" };
  if (!item) return { kind: draft ? "draft" : "new" };
  if (item.status === "DRAFT") return { kind: "draft" };
  return { kind: draft ? "changed" : "published" };
}
