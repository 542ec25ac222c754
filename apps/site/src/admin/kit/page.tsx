import type { ComponentProps, ReactNode } from "react";
import { RoundButton, TextLink } from "../../ui/buttons.tsx";
import { Headline } from "../../ui/headline.tsx";
import { SearchBox } from "../../ui/search-box.tsx";

type AdminPageProps = Omit<ComponentProps<"main">, "title" | "about"> & {
  title: string;
  /** The list this page is one of. */
  back?: { href: string; label: string } | false | undefined;
  /** The page of one thing: its name is smaller, `above` and `about` say what it is. */
  isOne?: boolean;
  above?: ReactNode;
  about?: ReactNode;
  /** Beside the title: the search, what is chosen, the main thing to do. */
  beside?: ReactNode;
};

/** A page of the admin: its title, what is done on it as a whole, and what it is about. */
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

/** The search of a page, at the end of its head. */
export const PageSearch = (search: ComponentProps<typeof SearchBox>) => (
  <div className="flex-[1_1_240px] md:ml-auto md:max-w-[340px]">
    <SearchBox {...search} />
  </div>
);

type TurnProps = {
  /** What is shown now. */
  title: string;
  earlier: { label: string; onClick: () => void };
  later: { label: string; onClick: () => void };
  /** Beside the two buttons, such as the way back to today. */
  children?: ReactNode;
};

/** The time a page shows, with the ways to what was before and what comes after. */
export const Turn = ({ title, earlier, later, children }: TurnProps) => (
  <div>
    <p className="title">{title}</p>
    <div className="flex items-center gap-2">
      <RoundButton bare icon="left" {...earlier} />
      <RoundButton bare icon="right" {...later} />
      {children}
    </div>
  </div>
);

/** What can be done to everything that is picked in a list; it stays in sight. */
export const BulkBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="sticky top-0 z-2 flex flex-wrap items-center gap-x-5 gap-y-1 bg-raised px-4 py-[6px]"
  >
    {children}
  </section>
);

/** What a page is about, and what stands beside it where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-11 *:first:mt-0 min-[1400px]:grid-cols-[minmax(0,1fr)_340px] [&>*>:first-child]:mt-0 min-[1400px]:[&>*>header]:min-h-[55px] min-[1400px]:[&>*>section:first-child>header]:min-h-[55px]">
    {children}
  </div>
);
