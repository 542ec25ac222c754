import { type FieldKind, type Fields, isText, type Kind, kindNames, kinds } from "@uola/browser/gym/section-kinds.ts";
import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { readAllPages } from "@uola/client";
import { SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field, Labelled, Select } from "@uola/ui/field.tsx";
import { Ordered } from "@uola/ui/kit/ordered.tsx";
import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { FilesInput } from "./media-input.tsx";
import { RichText } from "./rich-text-input.tsx";
import { headingOf, newPart, type Part, partsIn, translationOfPart, withPart } from "./section-parts.ts";

type SectionsInputProps = {
  id: string;
  label: string;
  value: unknown;
  /**
   * The original sections; set only when editing a translation. The order of the sections and
   * everything except their texts comes from the original.
   */
  original?: unknown;
  error?: string | undefined;
  onChange: (sections: Part[] | null) => void;
};

/**
 * Edits the sections of a page in their order, each with the fields of its kind; a translation
 * contains only the texts.
 */
export default function SectionsInput({ id, label, value, original, error, onChange }: SectionsInputProps) {
  const translates = original !== undefined;
  const shown = partsIn(translates ? original : value);
  const words = partsIn(value);
  const change = (parts: Part[]) => onChange(parts.length > 0 ? parts : null);
  const known = (section: Part) => Object.hasOwn(kinds, String(section.kind));
  return (
    <fieldset id={id} className="field" tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend className="label">{label}</legend>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {shown.length === 0 && <p className="hint">{say("section.none")}</p>}
      <Parts
        parts={shown.filter(known)}
        nameOf={(section) =>
          [say(`section.kind.${section.kind as Kind}`), headingOf(section)].filter(Boolean).join(": ")
        }
        onChange={translates ? undefined : change}
      >
        {(section) => (
          <PartFields
            path={`${id}-${section.id}`}
            fields={kinds[section.kind as Kind]}
            part={section}
            words={translates ? translationOfPart(words, section) : undefined}
            onChange={(part) => change(withPart(translates ? words : shown, part))}
          />
        )}
      </Parts>
      {!translates && <Adding onAdd={(kind) => change([...shown, { ...newPart(), kind }])} />}
    </fieldset>
  );
}

type PartsProps = {
  parts: readonly Part[];
  nameOf: (part: Part, index: number) => string;
  /** Undefined if the order is fixed. */
  onChange: ((parts: Part[]) => void) | undefined;
  children: (part: Part) => ReactNode;
};

/** A list of parts, each of which can be expanded. */
function Parts({ parts, nameOf, onChange, children }: PartsProps) {
  return (
    <Ordered
      items={parts}
      idOf={({ id }) => id}
      nameOf={(part) => nameOf(part, parts.indexOf(part))}
      isFixed={!onChange}
      onMove={(moved) => onChange?.(moved)}
    >
      {(part, index) => (
        <OnePart
          name={nameOf(part, index)}
          isNew={Object.keys(part).length <= 2}
          onRemove={onChange && (() => onChange(parts.filter((other) => other !== part)))}
        >
          {children(part)}
        </OnePart>
      )}
    </Ordered>
  );
}

type OnePartProps = { name: string; isNew: boolean; onRemove: (() => void) | undefined; children: ReactNode };

/** A newly added part is expanded and stays expanded while it is filled in. */
function OnePart({ name, isNew, onRemove, children }: OnePartProps) {
  const [beginsOpen] = useState(isNew);
  return (
    <details className="min-w-0 flex-1 py-2" open={beginsOpen}>
      <summary className="flex min-h-[44px] items-center font-bold">{name}</summary>
      <div className="grid gap-4 pt-3 pb-4">
        {children}
        {onRemove && (
          <TextButton className="justify-self-start" about={name} onClick={onRemove}>
            {say("section.remove")}
          </TextButton>
        )}
      </div>
    </details>
  );
}

function Adding({ onAdd }: { onAdd: (kind: Kind) => void }) {
  const [kind, setKind] = useState<Kind>("text");
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        id="section-kind"
        label={say("section.which")}
        value={kind}
        onChange={({ target }) => setKind(target.value as Kind)}
        options={kindNames.map((value) => ({ value, label: say(`section.kind.${value}`) }))}
      />
      <SecondaryButton onClick={() => onAdd(kind)}>{say("section.add")}</SecondaryButton>
    </div>
  );
}

type PartFieldsProps = {
  path: string;
  fields: Fields;
  part: Part;
  /** The translated texts of the part; undefined when not translating. */
  words: Part | undefined;
  onChange: (part: Part) => void;
};

function PartFields({ path, fields, part, words, onChange }: PartFieldsProps) {
  const written = words ?? part;
  const set = (key: string, value: unknown) => onChange({ ...written, [key]: value });
  return Object.entries(fields).map(([key, field]) => {
    const label = say(`section.field.${key}` as "section.field.heading");
    const id = `${path}-${key}`;
    if (typeof field !== "string") {
      const own = partsIn(part[key]);
      const said = partsIn(written[key]);
      return (
        <fieldset key={key} className="field">
          <legend className="label">{label}</legend>
          <Parts
            parts={own}
            nameOf={(each, index) => `${index + 1}. ${headingOf(each)}`}
            onChange={words ? undefined : (parts) => set(key, parts)}
          >
            {(each) => (
              <PartFields
                path={`${id}-${each.id}`}
                fields={field[0]}
                part={each}
                words={words && translationOfPart(said, each)}
                onChange={(changed) => set(key, withPart(words ? said : own, changed))}
              />
            )}
          </Parts>
          {!words && (
            <TextButton className="justify-self-start" about={label} onClick={() => set(key, [...own, newPart()])}>
              {say("section.part.add")}
            </TextButton>
          )}
        </fieldset>
      );
    }
    if (words && !isText(field)) return null;
    return (
      <One
        key={key}
        id={id}
        field={field}
        label={label}
        value={typeof written[key] === "string" ? written[key] : ""}
        hint={
          words
            ? say("content.translate.original", { text: plainOf(part[key]) || "–" })
            : part.kind === "apply" && key === "service"
              ? say("section.apply.hint")
              : undefined
        }
        onChange={(value) => set(key, value)}
      />
    );
  });
}

const plainOf = (value: unknown) => String(value ?? "").replace(/<[^>]*>/g, " ");

type OneProps = {
  id: string;
  field: FieldKind;
  label: string;
  value: string;
  hint: string | undefined;
  onChange: (value: string) => void;
};

function One({ id, field, label, value, hint, onChange }: OneProps) {
  const frame = { id, label, ...(hint && { hint }) };
  const set = ({ target }: { target: { value: string } }) => onChange(target.value);
  if (field === "service") return <ServiceSelect {...frame} value={value} onChange={onChange} />;
  if (field === "project") return <ProjectSelect {...frame} value={value} onChange={onChange} />;
  if (field === "line" || field === "link") return <Field {...frame} value={value} onChange={set} />;
  if (field === "day") return <Field {...frame} type="date" value={value} onChange={set} />;
  return (
    <Labelled {...frame} group={field === "picture" || field === "file"}>
      {field === "text" && <textarea id={id} rows={2} className="input growing" value={value} onChange={set} />}
      {field === "rich" && (
        <RichText
          id={id}
          label={label}
          value={value}
          invalid={false}
          described={hint && `${id}-hint`}
          onChange={(html) => onChange(typeof html === "string" ? html : "")}
        />
      )}
      {(field === "picture" || field === "file") && (
        <FilesInput
          kind={field === "picture" ? "image" : "document"}
          label={label}
          value={value}
          onChange={(reference) => onChange(reference ?? "")}
        />
      )}
    </Labelled>
  );
}

type ChosenProps = { id: string; label: string; hint?: string; value: string; onChange: (value: string) => void };

function ServiceSelect({ value, onChange, ...frame }: ChosenProps) {
  const { data = [] } = usePlatformQuery(["services", "by address"], async (client) => {
    const { items } = await servicesBy(client);
    return items.map(({ mainSlug, name }) => ({ value: mainSlug.name, label: name }));
  });
  return <Chosen {...frame} value={value} options={data} onChange={onChange} />;
}

function ProjectSelect({ value, onChange, ...frame }: ChosenProps) {
  const { data = [] } = usePlatformQuery(["items", "Projects", "all"], async ({ items }) => {
    const { items: all } = await readAllPages(async ({ limit, offset }) => {
      const { dataItems, pagingMetadata } = await items.query({
        dataCollectionId: "Projects",
        query: { paging: { limit, offset } },
        returnTotalCount: true,
      });
      return { items: dataItems, next: offset + dataItems.length < (pagingMetadata.total ?? 0) };
    });
    return all.map(({ data }) => ({ value: String(data?.path ?? ""), label: String(data?.title ?? "") }));
  });
  return <Chosen {...frame} value={value} options={data} onChange={onChange} />;
}

/** A select of the given options; a chosen value that no longer exists is still listed. */
function Chosen({
  value,
  options,
  onChange,
  ...frame
}: ChosenProps & { options: readonly { value: string; label: string }[] }) {
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <Select
      {...frame}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[{ value: "", label: "–" }, ...options, ...(isKnown ? [] : [{ value, label: value }])]}
    />
  );
}
