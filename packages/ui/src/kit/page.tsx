import type { ComponentProps, ReactNode } from "react";
import { RoundButton, TextLink } from "../buttons.tsx";
import { Headline } from "../headline.tsx";
import { SearchBox } from "./search-box.tsx";

type AdminPageProps = Omit<ComponentProps<"main">, "title" | "about"> & {
  title: string;
  /** A link back to the list that contains this page's item. */
  back?: { href: string; label: string } | false | undefined;
  /** The page of one item: its title is smaller; `above` and `about` describe the item. */
  isOne?: boolean;
  above?: ReactNode;
  about?: ReactNode;
  /** Next to the title: the search, the filters, the main action. */
  beside?: ReactNode;
};

/** An admin page: its title, the actions on the page as a whole, and its content. */
export const AdminPage = ({
  title,
  back,
  isOne = false,
  above,
  about,
  beside,
  className = "",
  children,
  ...main
}: AdminPageProps) => (
  <main id="content" className={className} {...main}>
    {back && (
      <p>
        <TextLink alone href={back.href}>
          {back.label}
        </TextLink>
      </p>
    )}
    <header className={`mb-6 flex flex-wrap items-end gap-x-7 gap-y-3 ${isOne ? "justify-between" : ""}`}>
      <div className={isOne ? "w-[min(560px,calc(100vw-2*var(--gutter)))]" : "flex-[0_1_220px]"}>
        {above}
        <div className={isOne ? "pt-5" : "pt-[26px]"}>
          <Headline level={1} size={isOne ? "one" : "page"}>
            {title}
          </Headline>
        </div>
        {about && <p className="title mt-[14px]">{about}</p>}
      </div>
      {beside}
    </header>
    {children}
  </main>
);

/** The search box of a page, at the end of the page header. */
export const PageSearch = (search: ComponentProps<typeof SearchBox>) => (
  <div className="flex-[1_1_240px] md:ml-auto md:max-w-[340px]">
    <SearchBox {...search} />
  </div>
);

type TurnProps = {
  /** The period currently shown. */
  title: string;
  earlier: { label: string; onClick: () => void };
  later: { label: string; onClick: () => void };
  /** Content next to the two buttons, such as a link back to today. */
  children?: ReactNode;
};

/** The period shown by a page, with buttons for the previous and the next one. */
export const PeriodSwitcher = ({ title, earlier, later, children }: TurnProps) => (
  <div>
    <p className="title">{title}</p>
    <div className="flex items-center gap-2">
      <RoundButton bare icon="left" {...earlier} />
      <RoundButton bare icon="right" {...later} />
      {children}
    </div>
  </div>
);

/** A sticky bar with the actions on all selected items of a list. */
export const BulkBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="sticky top-0 z-2 flex flex-wrap items-center gap-x-5 gap-y-1 bg-raised px-4 py-[6px]"
  >
    {children}
  </section>
);

/** The main content of a page, with a second column next to it if there is enough space. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-11 *:first:mt-0 min-[1400px]:grid-cols-[minmax(0,1fr)_340px] [&>*>:first-child]:mt-0 min-[1400px]:[&>*>header]:min-h-[55px] min-[1400px]:[&>*>section:first-child>header]:min-h-[55px]">
    {children}
  </div>
);
