import type { ReactNode } from "react";
import { PrimaryButton, SecondaryButton } from "../buttons.tsx";
import { Actions } from "./actions.tsx";
import { type Order, Ordered } from "./ordered.tsx";
import { type Reading, Results } from "./results.tsx";

type SectionProps = { title: string; level?: 2 | 3; action?: ReactNode; children: ReactNode };

/** A section of a page under a heading, with an action next to it. */
export function Section({ title, level = 2, action, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="mt-9">
      <header className="flex flex-wrap items-end gap-x-6 gap-y-2 border-text border-b-[3px] pb-[6px]">
        <Heading className="title mr-auto">{title}</Heading>
        {action}
      </header>
      {children}
    </section>
  );
}

type ListProps<Item> = {
  /** Undefined until loaded. */
  items: readonly Item[] | undefined;
  reading?: Reading;
  failed?: string;
  empty?: ReactNode;
  lines?: number;
  /** Lets users reorder the items, if their order matters. */
  order?: Order<Item> | undefined;
  /** Announces added items to screen readers, if other users can add them. */
  isLive?: boolean;
  /** Returns an id for each item, if the items have no `id`. */
  idOf?: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

/** A vertical list of items, each a `<Row>`. */
export function List<Item extends object>({
  items,
  order,
  isLive,
  idOf = ownId,
  children,
  ...results
}: ListProps<Item>) {
  return (
    <Results items={items} lines={3} {...results}>
      {(items) =>
        order ? (
          <Ordered items={items} idOf={idOf} {...order}>
            {children}
          </Ordered>
        ) : (
          <ul {...(isLive && { "aria-live": "polite", "aria-relevant": "additions" })}>
            {items.map((item) => (
              <li
                key={idOf(item)}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-rule border-b py-[10px] scroll-my-24"
                id={`row-${idOf(item)}`}
              >
                {children(item)}
              </li>
            ))}
          </ul>
        )
      }
    </Results>
  );
}

const ownId = (item: object): string => String((item as { id?: unknown }).id);

type RowProps = Partial<Pick<Parameters<typeof Actions>[0], "main" | "others">> & {
  name: string;
  /**
   * The name of the item as used in the labels of its actions, needed if several items have the
   * same name.
   */
  of?: string;
  /** Content before the name, such as a checkbox. */
  lead?: ReactNode;
  /** Opens the item; without `onOpen` or `href` the name is plain text. */
  onOpen?: (() => void) | undefined;
  href?: string | undefined;
  /** Labels next to the name, such as "paslėpta". */
  marks?: readonly (string | false | undefined)[];
  about?: ReactNode;
  /** Content below `about`. */
  more?: ReactNode;
  /** Content between the description and the actions. */
  children?: ReactNode;
};

/** An item in a list: its name opens it, and its actions are at the end of the line. */
export function Row({
  name,
  lead,
  onOpen,
  href,
  marks = [],
  about,
  more,
  children,
  of = name,
  main,
  others,
}: RowProps) {
  return (
    <>
      <div className="flex min-w-0 flex-[1_1_280px] items-center gap-x-3">
        {lead}
        <div className="min-w-0 wrap-anywhere">
          {onOpen ? (
            <button type="button" className="title quick" onClick={onOpen}>
              {name}
            </button>
          ) : href ? (
            <a className="title quick" href={href}>
              {name}
            </a>
          ) : (
            <b>{name}</b>
          )}
          {marks.map(
            (mark) =>
              mark && (
                <span key={mark} className="state-word outlined ml-3">
                  {mark}
                </span>
              ),
          )}
          {about && <p className="text-muted">{about}</p>}
          {more}
        </div>
      </div>
      {children}
      {(main || others) && <Actions of={of} main={main} others={others} />}
    </>
  );
}

/** `isSecond`: the page has its primary action elsewhere. */
type Adding = { label: string; onClick: () => void; isSecond?: boolean };

type ListSectionProps<Item> = Omit<ListProps<Item>, "children"> & {
  title: string;
  lead?: string | undefined;
  add?: Adding | undefined;
  row: (item: Item) => ReactNode;
  /** Dialogs and sheets opened over the list. */
  children?: ReactNode;
};

/** A list of items that can be opened, with a button to add one. */
export function ListSection<Item extends object>({ title, lead, add, row, children, ...list }: ListSectionProps<Item>) {
  return (
    <Section title={title} action={add && <Add {...add} />}>
      {lead && <p className="my-2 text-muted">{lead}</p>}
      <List {...list}>{row}</List>
      {children}
    </Section>
  );
}

const Add = ({ label, onClick, isSecond = false }: Adding) =>
  isSecond ? (
    <SecondaryButton onClick={onClick}>{label}</SecondaryButton>
  ) : (
    <PrimaryButton small icon="plus" onClick={onClick}>
      {label}
    </PrimaryButton>
  );
