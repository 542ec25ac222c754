import { useRef, useState } from "react";
import { failureOf } from "../../errors.ts";
import { changedOf, mergeOf } from "./changes.ts";
import { sentenceOf } from "./sentences.ts";

export type Kept<Draft> = { draft: Draft; revision: string | undefined };
export type Saving<Draft> = { draft: Draft; changed: Partial<Draft>; before: Kept<Draft> };

type Options<Draft extends object> = {
  /** What is changed, as it is kept now. */
  kept: Kept<Draft>;
  isNew?: boolean;
  /** Reads it again when somebody else was quicker. */
  reread?: () => Promise<Kept<Draft>>;
  save: (saving: Saving<Draft>) => Promise<unknown>;
  /** What is wrong with a draft before anybody is asked, by field. */
  check?: (draft: Draft) => Partial<Record<keyof Draft & string, string>>;
  /** What a field is called, and its value as the form's reader would say it; a dialog's summary says sentences alone. */
  label?: (field: keyof Draft & string) => string;
  show?: (field: keyof Draft & string, value: unknown) => string;
  /** Before the names of fields in their ids, where the page beneath has such, too. */
  prefix?: string;
  /** The field a refusal's path is about. */
  fieldOf?: (path: string) => (keyof Draft & string) | undefined;
  onSaved?: (saving: Saving<Draft>) => void;
};

/** The fields whose values are such. */
type Fields<Draft, Value> = {
  [Field in keyof Draft & string]: Draft[Field] extends Value ? Field : never;
}[keyof Draft & string];

/**
 * A form of something that others change too. What is typed is never lost: when somebody else was quicker, their
 * version comes in under it, and what they changed is in `told`.
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
    // Two presses are one: a new thing would be made twice.
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
          const merged = mergeOf(kept.draft, draft, now.draft);
          setKept(now);
          setDraft(merged.draft);
          setTold(merged.told);
        }
      }
      const fields = violations.flatMap(({ field }) => fieldOf?.(field) ?? []);
      fail(sentenceOf(error), [...new Set(fields)]);
    } finally {
      saves.current = false;
      setBusy(false);
    }
  };

  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  /** How an input of a field is bound to the form. */
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
