import type { ReactNode } from "react";

/** A field of any type; `Field` describes the members. */
type AnyField = {
  initial: unknown;
  sent: (value: never) => unknown;
  check: (value: never) => string | undefined;
  show: (value: unknown) => string;
  input: (props: never) => ReactNode;
};
export type Fields<Of> = { [Name in keyof Of]: AnyField };
export type NameOf<Of> = keyof Of & string;
/** The values that a form edits. */
export type DraftOf<Of extends Fields<Of>> = { [Name in NameOf<Of>]: Of[Name]["initial"] };
/** The values for the platform; null for a field that is not shown. */
export type SentOf<Of extends Fields<Of>, Hidden extends string = never> = {
  [Name in NameOf<Of>]: ReturnType<Of[Name]["sent"]> | (Name extends Hidden ? null : never);
};
type Condition<Of extends Fields<Of>, Context extends unknown[]> = (draft: DraftOf<Of>, ...context: Context) => unknown;
type Errors<Name extends string> = { [Each in Name]?: string | false | undefined };

type Definition<Item, Context extends unknown[], Of extends Fields<Of>, Hidden extends NameOf<Of>> = {
  /**
   * The fields with the values of an item, or with the initial values of a new one; `context`
   * contains further data that the fields need, such as lists to choose from.
   */
  fields: (item: Item | undefined, ...context: Context) => Of;
  label: (name: NameOf<Of>) => string;
  /**
   * The conditions under which fields are shown. A field that is not shown is not checked, and its
   * value for the platform is null.
   */
  shown?: { [Name in Hidden]: Condition<Of, Context> } & { [Name in NameOf<Of>]?: Condition<Of, Context> };
  /** Checks that depend on several fields; their errors follow those of the fields themselves. */
  check?: (draft: DraftOf<Of>, ...context: Context) => Errors<NameOf<Of>>;
  /**
   * Maps stored paths whose last part is not the name of the field to their fields; a function
   * instead returns the name of the field for any path.
   */
  paths?: Readonly<Record<string, NameOf<Of>>> | ((path: string) => string);
};

/**
 * A form opened for an item: everything that follows from its field definitions, independent of a
 * page.
 */
export type OpenedForm<Of extends Fields<Of>, Hidden extends string = never> = {
  fields: Of;
  draft: DraftOf<Of>;
  label: (name: NameOf<Of>) => string;
  show: (name: NameOf<Of>, value: unknown) => string;
  isShown: (name: NameOf<Of>, draft: DraftOf<Of>) => boolean;
  check: (draft: DraftOf<Of>) => Partial<Record<NameOf<Of>, string>>;
  sent: (draft: DraftOf<Of>) => SentOf<Of, Hidden>;
  /** Returns the field of a stored path, or of a path that the platform rejected. */
  fieldOf: (path: string) => NameOf<Of> | undefined;
  /** Texts for the history: the label of a stored path and the formatted value. */
  history: { label: (path: string) => string | undefined; show: (path: string, value: unknown) => string };
};

/**
 * Defines the form of an entity. Each field is described once; the draft, the checks, the input for
 * the platform, the labels and the texts of the history follow from it.
 */
export const defineForm =
  <Item, Context extends unknown[], Of extends Fields<Of>, Hidden extends NameOf<Of> = never>({
    fields: fieldsOf,
    label,
    shown,
    check,
    paths = {},
  }: Definition<Item, Context, Of, Hidden>) =>
  (item: Item | undefined, ...context: Context): OpenedForm<Of, Hidden> => {
    type Name = NameOf<Of>;
    const fields = fieldsOf(item, ...context);
    const names = Object.keys(fields) as Name[];
    const conditions: { [Each in Name]?: Condition<Of, Context> } = shown ?? {};
    const each = <Values>(read: (name: Name) => unknown) =>
      Object.fromEntries(names.map((name) => [name, read(name)])) as Values;
    const isShown = (name: Name, draft: DraftOf<Of>) =>
      !conditions[name] || Boolean(conditions[name](draft, ...context));
    const show = (name: Name, value: unknown) => fields[name].show(value);
    const nameOf = (path: string) => {
      if (typeof paths === "function") return paths(path);
      const plain = path.replace(/\[.*$/, "");
      const [, name] = Object.entries(paths).find(([end]) => plain === end || plain.endsWith(`.${end}`)) ?? [];
      return name ?? plain.slice(plain.lastIndexOf(".") + 1);
    };
    const fieldOf = (path: string) => {
      const named = nameOf(path);
      return names.find((name) => name === named);
    };
    return {
      fields,
      draft: each((name) => fields[name].initial),
      label,
      show,
      isShown,
      check: (draft) => {
        const others: Errors<Name> = check?.(draft, ...context) ?? {};
        const errors = names
          .filter((name) => isShown(name, draft))
          .map((name) => [name, fields[name].check(draft[name] as never) || others[name]] as const);
        return Object.fromEntries(errors.filter(([, error]) => error)) as Partial<Record<Name, string>>;
      },
      sent: (draft) => each((name) => (isShown(name, draft) ? fields[name].sent(draft[name] as never) : null)),
      fieldOf,
      history: {
        label: (path) => {
          const name = fieldOf(path);
          return name && label(name);
        },
        show: (path, value) => {
          const name = fieldOf(path);
          return name ? show(name, value) : "";
        },
      },
    };
  };

/** The values of a defined form for the platform. */
export type SentBy<Form extends (item: never, ...context: never[]) => { sent: (draft: never) => unknown }> = ReturnType<
  ReturnType<Form>["sent"]
>;
