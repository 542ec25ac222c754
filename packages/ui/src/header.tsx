import { useEffect, useRef } from "react";
import { PrimaryLink, RoundButton, RoundLink } from "./buttons.tsx";
import { Wordmark } from "./wordmark.tsx";

export type NavLink = { href: string; label: string };
export type OpeningRow = { days: string; hours: string; closed?: boolean };

export type HeaderProps = {
  home: NavLink;
  links: readonly NavLink[];
  /** Additional content of the phone menu: further pages, the telephone link, opening hours. */
  menu: { links: readonly NavLink[]; call: NavLink; hours: { heading: string; rows: readonly OpeningRow[] } };
  /** The current path; its link is marked. */
  path: string;
  /** The same page in the other language. */
  language?: (NavLink & { short: string; lang: string; onClick(): void }) | undefined;
  /** For a signed-in user and for a visitor; `data-session` on `<html>` determines which is shown. */
  account: NavLink;
  signIn: { label: string; onClick?: () => void; href?: string };
  /** Shown while the cart is not empty, as indicated by `data-cart` on `<html>`. */
  cart: NavLink;
  book: NavLink;
  search: NavLink;
  words: { skip: string; menu: string; menuOf: string; close: string };
};

/**
 * The site header in ink: the wordmark, navigation and actions. On a phone the menu is a popover,
 * which needs no script.
 */
export function Header(props: HeaderProps) {
  const { home, links, menu, path, book, words } = props;
  const popover = useRef<HTMLDivElement>(null);
  // Client-side navigation leaves the menu open, so it is closed when the path changes.
  useEffect(() => {
    if (path && popover.current?.matches(":popover-open")) popover.current.hidePopover();
  }, [path]);
  const list = (shown: readonly NavLink[]) => (
    <ul>
      {shown.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={path.startsWith(href) ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
  const personal = <Personal {...props} />;
  return (
    <>
      <a className="visually-hidden skip primary-button small torn-1" href="#content">
        {words.skip}
      </a>
      <header className="site-header on-ink contoured page">
        <a className="wordmark" href={home.href} aria-label={home.label}>
          <Wordmark name={home.label} />
        </a>
        <nav aria-label={words.menuOf}>{list(links)}</nav>
        <div className="side">
          <RoundLink
            bare
            icon="search"
            label={props.search.label}
            href={props.search.href}
            aria-current={path === props.search.href ? "page" : undefined}
          />
          {personal}
          {path !== book.href && (
            <PrimaryLink small href={book.href}>
              {book.label}
            </PrimaryLink>
          )}
        </div>
        <button type="button" className="menu-button round bare" popoverTarget="menu" aria-label={words.menu}>
          <span />
        </button>
        <div id="menu" className="menu on-ink" popover="auto" ref={popover}>
          <div className="top">
            <a className="wordmark" href={home.href} aria-label={home.label}>
              <Wordmark name={home.label} />
            </a>
            <RoundButton bare icon="close" label={words.close} popoverTarget="menu" popoverTargetAction="hide" />
          </div>
          <nav aria-label={words.menuOf}>{list([...links, ...menu.links])}</nav>
          <PrimaryLink wide href={book.href}>
            {book.label}
          </PrimaryLink>
          <div className="rest">
            {personal}
            <a href={menu.call.href}>{menu.call.label}</a>
          </div>
          <h2 className="small font-bold">{menu.hours.heading}</h2>
          <OpeningHours rows={menu.hours.rows} />
        </div>
      </header>
    </>
  );
}

/** The gym's opening hours, day by day. */
export function OpeningHours({ rows }: { rows: readonly OpeningRow[] }) {
  return (
    <dl className="hours">
      {rows.map(({ days, hours, closed }) => (
        <div key={days} className={`contents ${closed ? "closed" : ""}`}>
          <dt>{days}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
    </dl>
  );
}

function Personal({ language, account, signIn, cart, path }: HeaderProps) {
  return (
    <>
      {language && (
        <a
          className="quiet"
          href={language.href}
          hrefLang={language.lang}
          lang={language.lang}
          aria-label={language.label}
          onClick={language.onClick}
        >
          {language.short}
        </a>
      )}
      <a className="quiet for-cart" href={cart.href} aria-current={path === cart.href ? "page" : undefined}>
        {cart.label}
      </a>
      <a className="quiet for-member" href={account.href}>
        {account.label}
      </a>
      {signIn.href ? (
        <a className="quiet for-visitor" href={signIn.href}>
          {signIn.label}
        </a>
      ) : (
        <button type="button" className="quiet for-visitor" onClick={signIn.onClick}>
          {signIn.label}
        </button>
      )}
    </>
  );
}
