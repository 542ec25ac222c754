import { failureOf } from "@uola/browser/errors.ts";
import { useRef, useState } from "react";
import { changedOf, mergeDrafts } from "./changes.ts";
import { adminErrorMessage } from "./sentences.ts";

export type StoredDraft<Draft> = { draft: Draft; revision: string | undefined };
export type Saving<Draft> = { draft: Draft; changed: Partial<Draft>; before: StoredDraft<Draft> };

type Options<Draft extends object> = {
  /** The stored item that is edited. */
  kept: StoredDraft<Draft>;
  isNew?: boolean;
  /** Reads the item again after a concurrent change by another user. */
  reread?: () => Promise<StoredDraft<Draft>>;
  save: (saving: Saving<Draft>) => Promise<unknown>;
  /** Validates a draft before it is sent; returns the errors by field. */
  check?: (draft: Draft) => Partial<Record<keyof Draft & string, string>>;
  /**
   * Return a field's label and a readable form of its value. Without labels, the error summary of a
   * dialog shows only the messages.
   */
  label?: (field: keyof Draft & string) => string;
  show?: (field: keyof Draft & string, value: unknown) => string;
  /** A prefix for the ids of the fields, if the page below has fields with the same names. */
  prefix?: string;
  /** Returns the form field for the path of a field that the platform rejected. */
  fieldOf?: (path: string) => (keyof Draft & string) | undefined;
  onSaved?: (saving: Saving<Draft>) => void;
};

/** The fields whose values have the type `Value`. */
type Fields<Draft, Value> = {
  [Field in keyof Draft & string]: Draft[Field] extends Value ? Field : never;
}[keyof Draft & string];

/**
 * A form for an item that other users may change at the same time. Typed values are never lost:
 * after a concurrent change, the stored version is merged into the form without replacing typed
 * values, and `told` contains the other user's changes.
 */
export function useEntityForm<Draft extends object>({
  kept: first,
  isNew = false,
  reread,
  save,
  check,
  label = () => "",
  show = (_, value) => String(value),
  prefix = "",
  fieldOf,
  onSaved,
}: Options<Draft>) {
  const [kept, setKept] = useState(first);
  const [draft, setDraft] = useState(first.draft);
  const [told, setTold] = useState<Partial<Draft>>({});
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<{ text: string; fields: string[]; time: number }>();
  const [busy, setBusy] = useState(false);
  const saves = useRef(false);
  const changed = changedOf(kept.draft, draft);
  const fail = (text: string, fields: string[]) => setFailure({ text, fields, time: performance.now() });

  const submit = async () => {
    // A second press is ignored; otherwise a new item would be created twice.
    if (saves.current) return;
    const wrongs = check?.(draft) ?? {};
    setWrong(wrongs);
    if (Object.keys(wrongs).length > 0) return fail("", Object.keys(wrongs));
    setFailure(undefined);
    saves.current = true;
    setBusy(true);
    const saving = { draft, changed, before: kept };
    try {
      if (isNew || Object.keys(changed).length > 0) await save(saving);
      onSaved?.(saving);
    } catch (error) {
      const { kind, violations } = failureOf(error);
      if (kind === "conflict" && reread) {
        const now = await reread().catch(() => undefined);
        if (now) {
          const merged = mergeDrafts(kept.draft, draft, now.draft);
          setKept(now);
          setDraft(merged.draft);
          setTold(merged.told);
        }
      }
      const fields = violations.flatMap(({ field }) => fieldOf?.(field) ?? []);
      fail(adminErrorMessage(error), [...new Set(fields)]);
    } finally {
      saves.current = false;
      setBusy(false);
    }
  };

  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  /** Returns the props that bind an input to a field of the form. */
  const bound = (field: keyof Draft & string) => ({
    id: prefix + field,
    ...(wrong[field] && { error: wrong[field] }),
  });

  return {
    draft,
    set,
    text: (field: Fields<Draft, string>) => ({
      ...bound(field),
      label: label(field),
      value: draft[field] as string,
      onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value } as Partial<Draft>),
    }),
    check: (field: Fields<Draft, boolean>) => ({
      ...bound(field),
      children: label(field),
      checked: draft[field] as boolean,
      onChange: ({ target }: { target: { checked: boolean } }) => set({ [field]: target.checked } as Partial<Draft>),
    }),
    label,
    show,
    prefix,
    isChanged: Object.keys(changed).length > 0,
    told,
    wrong,
    failure,
    busy,
    submit,
  };
}
export type EntityForm<Draft extends object> = ReturnType<typeof useEntityForm<Draft>>;
