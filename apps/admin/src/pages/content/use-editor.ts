import { failureOf } from "@uola/browser/errors.ts";
import type { DataCollection } from "@uola/contract";
import { changedOf, mergeDrafts } from "@uola/ui/kit/changes.ts";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { type Data, isExternal, ownFields } from "./collection.ts";
import { flattenTranslations, parseTranslationKey, unflattenTranslations } from "./translations.ts";
import { titleOf, useContentWrite } from "./use-content.ts";
import { type EditorItem, itemInputOf, publishItem, readEditorItem, shownData } from "./use-item.ts";
import { fieldErrorsOf, type Problem, problemsOf } from "./value.ts";
import { whenOf } from "./when.ts";

type Options = {
  collection: DataCollection;
  itemId: string;
  first: EditorItem;
  feedback: Feedback;
  onKept: () => void;
};
/**
 * Set if two people changed or translated the same fields: the other person's version, with flat
 * translation keys, and the keys that conflict.
 */
export type Conflict = { theirs: Data; keys: string[] };

/**
 * Manages the editing of an item. Typed input survives every failure. If somebody else saved first,
 * their version becomes the base, and the user chooses a version of each field that both changed.
 */
export function useEditor({ collection, itemId, first, feedback, onKept }: Options) {
  const [base, setBase] = useState(first);
  const [data, setData] = useState<Data>(() => shownData(first));
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  const [failure, setFailure] = useState<{ text: string; time: number }>();
  const [conflict, setConflict] = useState<Conflict>();
  const [busy, setBusy] = useState(false);
  const write = useContentWrite();
  const one = { dataCollectionId: collection.id, dataItemId: itemId };
  const changed = changedOf(shownData(base), data);
  const isChanged = Object.keys(changed).length > 0;
  const title = titleOf(collection, data);

  const take = (next: EditorItem) => {
    setBase(next);
    setData(shownData(next));
    setConflict(undefined);
  };
  const reread = async () => take(await write((client) => readEditorItem(client, collection, itemId)));

  /** Somebody else saved first: merges the user's changes onto their version. */
  const merge = async () => {
    const now = await write((client) => readEditorItem(client, collection, itemId));
    const [before, mine, theirs] = flattenTranslations(shownData(base), data, shownData(now));
    const { draft, told } = mergeDrafts(before, mine, theirs);
    const written = changedOf(before, mine);
    const keys = Object.keys(told).filter(
      (key) => key in written && (!key.startsWith("_") || parseTranslationKey(key).locale),
    );
    setBase(now);
    setData(unflattenTranslations(draft));
    setConflict({ theirs, keys });
  };

  /** Performs one action on the item and reads it again; returns whether it succeeded. */
  const act = async (work: () => Promise<unknown>, text: string, undo?: () => Promise<unknown>): Promise<boolean> => {
    setFailure(undefined);
    setBusy(true);
    try {
      await work();
      await reread();
      onKept();
      feedback.done(
        text,
        undo &&
          (async () => {
            await undo();
            await reread();
          }),
      );
      return true;
    } catch (error) {
      if (failureOf(error).kind === "conflict") await merge().catch(() => undefined);
      setProblems(fieldErrorsOf(error));
      setFailure({ text: adminErrorMessage(error), time: performance.now() });
      return false;
    } finally {
      setBusy(false);
    }
  };

  const isFit = (toPublish: boolean): boolean => {
    const found = problemsOf(ownFields(collection), data, toPublish);
    setProblems(found);
    if (found.size > 0) setFailure({ text: say("form.wrong"), time: performance.now() });
    return found.size === 0;
  };

  const { item, draft } = base;
  const saveDraftOf = (of: { data: Data; publishDate?: Date | null | undefined }, revision?: string) =>
    write(({ editing }) =>
      editing.saveDraft({
        ...one,
        data: itemInputOf(collection, of.data),
        publishDate: of.publishDate ?? null,
        ...(revision && { revision }),
      }),
    );
  /** Restores the previous draft, or discards the draft if there was none. */
  const draftBack = () =>
    write(async ({ editing }) => {
      const now = (await editing.open(one)).draft;
      if (!draft) return now && editing.discardDraft(one);
      return saveDraftOf(draft, now?.revision);
    });

  return {
    base,
    data,
    title,
    problems,
    failure,
    conflict,
    busy,
    isChanged,
    changed: Object.keys(changed),
    set: (key: string, value: unknown) => setData((now) => ({ ...now, [key]: value })),
    /** Adopts the other person's version of a field. */
    takeTheirs: (key: string) => {
      setData((now) => unflattenTranslations({ ...flattenTranslations(now)[0], [key]: conflict?.theirs[key] ?? null }));
      setConflict((now) => now && { ...now, keys: now.keys.filter((other) => other !== key) });
    },
    keepMine: (key: string) => setConflict((now) => now && { ...now, keys: now.keys.filter((other) => other !== key) }),

    async publish() {
      if (!isFit(true)) return false;
      const undo = async () => {
        if (!item) {
          await write(({ items }) => items.remove(one));
          await saveDraftOf(draft ?? { data });
        } else {
          await write(async (client) => {
            const now = isExternal(collection) ? undefined : (await client.editing.open(one)).item;
            await publishItem(client, collection, itemId, item.data, now?.revision);
          });
          if (draft) await saveDraftOf(draft);
        }
      };
      return act(
        () => write((client) => publishItem(client, collection, itemId, data, item?.revision)),
        say("content.done.publishedOne", { name: title }),
        undo,
      );
    },
    saveDraft: async (publishDate?: Date | null) =>
      isFit(publishDate !== undefined && publishDate !== null) &&
      act(
        () =>
          saveDraftOf(
            { data, publishDate: publishDate === undefined ? draft?.publishDate : publishDate },
            draft?.revision,
          ),
        publishDate
          ? say("content.done.scheduled", { name: title, when: whenOf(publishDate) })
          : say("content.done.draft", { name: title }),
        draftBack,
      ),
    discardDraft: () =>
      act(
        () => write(({ editing }) => editing.discardDraft(one)),
        say("content.done.discarded"),
        async () => {
          if (draft) await saveDraftOf(draft);
        },
      ),
    restore: (revision: string) =>
      act(
        () => write(({ editing }) => editing.restore({ ...one, revision })),
        say("content.done.restored", { name: title }),
        item
          ? () => write(({ editing }) => editing.restore({ ...one, revision: item.revision }))
          : () => write(({ items }) => items.remove(one)),
      ),
    remove: () =>
      act(
        () =>
          write(async ({ items, editing }) => {
            if (item) await items.remove(one);
            if (draft) await editing.discardDraft(one);
          }),
        say("content.done.removedOne", { name: title }),
        isExternal(collection)
          ? () => write((client) => publishItem(client, collection, itemId, item?.data ?? {}, undefined))
          : async () => {
              if (item) await write(({ editing }) => editing.restore({ ...one, revision: item.revision }));
              if (draft) await saveDraftOf(draft);
            },
      ),
    /** Returns the key with which the site shows drafts; unsaved changes are saved as a draft first. */
    async preview(): Promise<string | undefined> {
      if (
        isChanged &&
        !(
          isFit(false) &&
          (await act(
            () => saveDraftOf({ data, publishDate: draft?.publishDate }, draft?.revision),
            say("content.done.draft", { name: title }),
            draftBack,
          ))
        )
      ) {
        return undefined;
      }
      try {
        return (await write(({ editing }) => editing.preview({}))).key;
      } catch (error) {
        setFailure({ text: adminErrorMessage(error), time: performance.now() });
        return undefined;
      }
    },
  };
}
export type Editor = ReturnType<typeof useEditor>;
