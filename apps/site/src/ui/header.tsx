import { useEffect, useRef } from "react";
import { RoundButton } from "./buttons.tsx";
import { TapeLink } from "./tape.tsx";
import { Wordmark } from "./wordmark.tsx";

export type NavLink = { href: string; label: string };

export type HeaderProps = {
  home: NavLink;
  links: readonly NavLink[];
  /** The path shown now; its link is marked. */
  path: string;
  language?: NavLink & { short: string; lang: string };
  /** For somebody signed in, and for anybody else; which is shown follows `data-session` on `<html>`. */
  account: NavLink;
  signIn: { label: string; onClick?: () => void; href?: string };
  book: NavLink;
  words: { skip: string; menu: string; menuOf: string; close: string };
};

/** Ink, the wordmark, where to go, what to do. On a phone the menu is a popover, which needs no script. */
export function Header(props: HeaderProps) {
  const { home, links, path, book, words } = props;
  const menu = useRef<HTMLDivElement>(null);
  // A swapped page leaves the menu open: links inside it close it.
  useEffect(() => {
    if (path && menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [path]);
  const list = (
    <ul>
      {links.map(({ href, label }) => (
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
      <a className="visually-hidden skip tape-button small torn-1" href="#content">
        {words.skip}
      </a>
      <header className="site-header on-ink contoured page">
        <a className="wordmark" href={home.href} aria-label={home.label}>
          <Wordmark />
        </a>
        <nav aria-label={words.menuOf}>{list}</nav>
        <div className="side">
          {personal}
          {path !== book.href && (
            <TapeLink small href={book.href}>
              {book.label}
            </TapeLink>
          )}
        </div>
        <button type="button" className="menu-button round bare" popoverTarget="menu" aria-label={words.menu}>
          <span />
        </button>
        <div id="menu" className="menu on-ink" popover="auto" ref={menu}>
          <div className="top">
            <a className="wordmark" href={home.href} aria-label={home.label}>
              <Wordmark />
            </a>
            <RoundButton bare icon="close" label={words.close} popoverTarget="menu" popoverTargetAction="hide" />
          </div>
          <nav aria-label={words.menuOf}>{list}</nav>
          <div className="rest">{personal}</div>
          <TapeLink wide href={book.href}>
            {book.label}
          </TapeLink>
        </div>
      </header>
    </>
  );
}

function Personal({ language, account, signIn }: HeaderProps) {
  return (
    <>
      {language && (
        <a
          className="quiet"
          href={language.href}
          hrefLang={language.lang}
          lang={language.lang}
          aria-label={language.label}
        >
          {language.short}
        </a>
      )}
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
