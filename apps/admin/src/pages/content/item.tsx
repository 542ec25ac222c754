import type { LocalizedService } from "@uola/browser/gym/service-translation.ts";
import { servicesBy } from "@uola/browser/gym/services.ts";
import { useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { readAllPages } from "@uola/client";
import type { CollectionField, DataCollection } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { usePageTable } from "@uola/page-loader/tree.tsx";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { errorSummaryLine } from "@uola/ui/kit/sentences.ts";
import { say } from "@uola/words/admin";
import { defaultLocale, type Locale, language } from "@uola/words/language";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import {
  addressOf,
  type Data,
  displayKeyOf,
  fieldName,
  isSingle,
  mayOf,
  nameOf,
  ownFields,
  pathOf,
} from "./collection.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { FieldInput, sayProblem } from "./field-input.tsx";
import { ItemSide, PublishBar } from "./item-side.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { NoEditPermission } from "./no-edit-permission.tsx";
import { choicesOf } from "./page-name.ts";
import {
  outdatedKeys,
  translatableKeys,
  translationHistoryOf,
  translationLocales,
  translationOf,
  translationsKey,
  untranslatedKeys,
  withTranslation,
} from "./translations.ts";
import { useCollection, valueWords } from "./use-content.ts";
import { useEditor } from "./use-editor.ts";
import { type EditorItem, useEditorItem } from "./use-item.ts";
import { useUnsavedChangesPrompt } from "./use-leaving.ts";
import { textOf } from "./value.ts";
import { Versions } from "./versions.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("content.heading"), hidden: true });

export default function ItemPage({ search }: PageProps) {
  // A new item has its id from the start, so that saving is idempotent.
  const [newId] = useState(() => crypto.randomUUID());
  const collectionId = search.get("collection") ?? "";
  const itemId = search.get("item") ?? newId;
  return (
    <AdminFrame here="/admin/content/">
      <Known
        key={`${collectionId} ${itemId}`}
        collectionId={collectionId}
        itemId={itemId}
        isNew={!search.has("item")}
      />
    </AdminFrame>
  );
}

type KnownProps = { collectionId: string; itemId: string; isNew: boolean };

function Known({ collectionId, itemId, isNew }: KnownProps) {
  const collection = useCollection(collectionId);
  const isOwner = useIsOwner();
  const mayEdit = collection.data && mayOf(collection.data, "update", isOwner);
  const beginning = useEditorItem(mayEdit ? collection.data : undefined, itemId, isNew);
  const [first, setFirst] = useState<EditorItem>();
  // Read only once, so that later responses do not overwrite typed input.
  if (!first && beginning.data) setFirst(beginning.data);
  if (collection.data && first) {
    return <Edited collection={collection.data} itemId={itemId} isNew={isNew} first={first} />;
  }
  if (collection.data && !mayEdit) return <NoEditPermission name={nameOf(collection.data)} />;
  return (
    <AdminPage title={say("content.item")} back={{ href: linkTo("/admin/content/"), label: say("content.toAll") }}>
      <Loaded<unknown>
        reading={collection.isError ? collection : beginning}
        failed={say("content.unread")}
        {...(collection.isError && { missing: say("content.notFound") })}
      >
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

/**
 * Services that a list can refer to by slug: those whose page can show a question, or the groups of
 * a campaign, including hidden services.
 */
function useServices(collectionId: string): { value: string; label: string }[] {
  const { data = [] } = usePlatformQuery(
    ["services", "of", collectionId],
    async (client) => {
      const isQuestion = collectionId === "Questions";
      const { items } = await servicesBy(client, isQuestion ? { hidden: false } : groupsOnly);
      return items.map(choiceOf);
    },
    { enabled: collectionId === "Questions" || collectionId === "Campaigns" },
  );
  return data;
}

const groupsOnly = { type: { $in: ["CLASS", "COURSE"] } };

const choiceOf = ({ mainSlug, name, hidden }: LocalizedService) => ({
  value: mainSlug.name,
  label: hidden ? say("content.service.hidden", { name }) : name,
});

const mostVersions = 100;

/**
 * Loads earlier versions of the item, latest first, to determine whether a text or its translation
 * was written later.
 */
function useFormer({ id }: DataCollection, dataItemId: string, enabled: boolean): Data[] {
  const { data = [] } = usePlatformQuery(
    ["items", "former", id, dataItemId],
    async ({ editing }) => {
      const { items } = await readAllPages(async ({ limit, cursor }) => {
        const cursorPaging = { limit, ...(cursor && { cursor }) };
        const page = await editing.versions({ dataCollectionId: id, dataItemId, cursorPaging });
        return { items: page.versions, next: page.pagingMetadata.cursors.next };
      }, mostVersions);
      return items.map(({ data }) => data);
    },
    { enabled },
  );
  return data;
}

type EditedProps = { collection: DataCollection; itemId: string; isNew: boolean; first: EditorItem };

function Edited({ collection, itemId, isNew, first }: EditedProps) {
  const pages = usePageTable("public");
  const feedback = useFeedback();
  const [opened, setOpened] = useState<"versions">();
  const [locale, setLocale] = useState<Locale>(defaultLocale);
  const address = addressOf.item(collection.id, itemId);
  const editor = useEditor({
    collection,
    itemId,
    first,
    feedback,
    // After the first save, the URL includes the item, so that a reload shows it again.
    onKept: () => isNew && history.replaceState(history.state, "", address),
  });
  const services = useServices(collection.id);
  const leaving = useUnsavedChangesPrompt(editor.isChanged, address);
  const { base, data, problems, failure, conflict } = editor;
  const fields = ownFields(collection);
  const name = displayKeyOf(collection);
  const single = isSingle(collection);
  const isThere = base.item !== undefined || base.draft !== undefined;
  const heading = single || isThere ? editor.title : say("content.item.new");
  const back = single ? linkTo("/admin/content/") : addressOf.items(collection.id);

  const translatable = translatableKeys(collection);
  const former = useFormer(collection, itemId, translatable.length > 0 && base.item !== undefined);
  const isTranslating = locale !== defaultLocale;
  const shownFields = isTranslating ? fields.filter(({ key }) => translatable.includes(key)) : fields;
  const formerIn = useMemo(
    () => new Map(translationLocales.map((language) => [language, translationHistoryOf(collection, former, language)])),
    [collection, former],
  );
  const outdatedIn = (language: Locale) => outdatedKeys(collection, data, formerIn.get(language) ?? {}, language);
  const outdated = isTranslating ? outdatedIn(locale) : [];
  /** Returns the name of a language with the number of untranslated and outdated texts. */
  const languageLabel = (language: Locale) => {
    const count = untranslatedKeys(collection, data, language).length;
    const label = say(`content.language.${language}`);
    const outdated = outdatedIn(language).length;
    return [
      count > 0 ? say("content.translate.missing", { label, count }) : label,
      outdated > 0 && say("content.translate.outdated", { count: outdated }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  /** Returns the field's text in the site's default language, as the source for translation. */
  const originalOf = (field: CollectionField) =>
    [
      outdated.includes(field.key) && say("content.translate.isOutdated"),
      say("content.translate.original", { text: textOf(field, data[field.key], valueWords()) || "–" }),
    ]
      .filter(Boolean)
      .join(" ");

  const preview = async () => {
    // The language of the visible tab, or the language of the page if there are no tabs.
    const shownLanguage = translatable.length > 0 ? locale : language();
    // The tab is opened synchronously, because browsers block windows that are not opened by a user
    // action.
    const tab = window.open("about:blank");
    const key = await editor.preview();
    if (!key) return tab?.close();
    const to = `${pathOf(pages, collection.id, data, shownLanguage)}?${new URLSearchParams({ preview: key })}`;
    if (tab) tab.location.href = to;
    else go(to);
  };

  return (
    <main id="content" className="item-page">
      <p>
        <TextLink alone href={back}>
          {single ? say("content.toAll") : say("content.toList", { name: nameOf(collection) })}
        </TextLink>
      </p>
      <header className="item-head">
        <h1 className="item-title">{heading}</h1>
      </header>
      {feedback.shown}
      {failure && (
        <ErrorSummary
          key={failure.time}
          title={failure.text}
          errors={[...problems].map(([key, problem]) => {
            const field = fields.find((each) => each.key === key);
            return {
              field: `field-${key}`,
              text: errorSummaryLine(field ? fieldName(field) : key, sayProblem(problem)),
            };
          })}
        />
      )}
      {base.removed && !isThere && (
        <div className="notice my-4">
          <div>
            <p>{say("content.item.removed")}</p>
            <TextButton onClick={() => void editor.restore(base.removed?.revision ?? "")}>
              {say("content.restore")}
            </TextButton>
          </div>
        </div>
      )}
      {conflict && conflict.keys.length > 0 && (
        <ConflictPanel
          fields={fields}
          mine={data}
          conflict={conflict}
          onTake={editor.takeTheirs}
          onKeep={editor.keepMine}
        />
      )}
      <div className="item-columns">
        <div className="item-fields">
          {fields.length === 0 && <p className="lead">{say("content.item.noFields")}</p>}
          {translatable.length > 0 && (
            <RadioGroup
              legend={say("content.translate.legend")}
              name="language"
              value={locale}
              choices={[
                { value: defaultLocale, label: say(`content.language.${defaultLocale}`) },
                ...translationLocales.map((value) => ({ value, label: languageLabel(value) })),
              ]}
              onChange={(value) => setLocale(value as Locale)}
            />
          )}
          {shownFields.map((field) =>
            isTranslating ? (
              <div key={`${locale} ${field.key}`} lang={locale}>
                <FieldInput
                  field={{ ...field, required: false, description: originalOf(field) }}
                  original={data[field.key] ?? []}
                  value={translationOf(data, locale, field.key)}
                  problem={undefined}
                  isName={field.key === name}
                  onChange={(value) => editor.set(translationsKey, withTranslation(data, locale, field.key, value))}
                />
              </div>
            ) : (
              <FieldInput
                key={field.key}
                field={field}
                value={data[field.key]}
                problem={problems.get(field.key)}
                isName={field.key === name}
                choices={choicesOf(pages, { collectionId: collection.id, key: field.key }, data[field.key], services)}
                onChange={(value) => editor.set(field.key, value)}
              />
            ),
          )}
        </div>
        <ItemSide
          collection={collection}
          editor={editor}
          onPreview={() => void preview()}
          onVersions={() => setOpened("versions")}
        />
      </div>
      <PublishBar collection={collection} editor={editor} />
      {opened === "versions" && (
        <Versions
          collection={collection}
          itemId={itemId}
          onClose={() => setOpened(undefined)}
          onRestore={(revision) => {
            setOpened(undefined);
            void editor.restore(revision);
          }}
        />
      )}
      <LeaveDialog leaving={leaving} busy={editor.busy} onSave={() => editor.saveDraft()} />
    </main>
  );
}
