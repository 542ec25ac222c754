/** The state of an item in the editor: the published item and the draft of its changes. */
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

/**
 * Returns the state of an item. A scheduled publication takes precedence, since it happens
 * automatically.
 */
export function stateOf({ item, draft }: Opened): ItemState {
  if (draft?.publishDate) return { kind: "scheduled", date: draft.publishDate };
  if (draft?.failure) return { kind: "failed" };
  if (!item) return { kind: draft ? "draft" : "new" };
  if (item.status === "DRAFT") return { kind: "draft" };
  return { kind: draft ? "changed" : "published" };
}
