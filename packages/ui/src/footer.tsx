import { Fragment, type ReactNode } from "react";
import { Badge } from "./badge.tsx";
import { PrimaryLink } from "./buttons.tsx";
import { type NavLink, OpeningHours, type OpeningRow } from "./header.tsx";
import { Wordmark } from "./wordmark.tsx";

export type FooterProps = {
  home: NavLink;
  /**
   * The labels placed on the map, and the map's description for screen readers; `stop` and `river`
   * are shown only if set.
   */
  map: { label: string; hall: string; stop?: string; river?: string };
  address: string;
  /** Telephone and e-mail links, if available. */
  reached: readonly NavLink[];
  directions: NavLink | undefined;
  hours: { heading: string; rows: readonly OpeningRow[] };
  /** Columns of links. */
  links: readonly (readonly NavLink[])[];
  linksLabel: string;
  /** The small print. The links to its documents and the theme switch are shown next to it. */
  print: string;
  documents: readonly NavLink[];
  children?: ReactNode;
};

export function Footer(props: FooterProps) {
  const { home, map, address, reached, directions, hours, links, linksLabel, print, documents, children } = props;
  return (
    <footer className="site-footer on-ink">
      <div className="footer-map" role="img" aria-label={map.label}>
        <div className="scene">
          {map.river && <span className="river">{map.river}</span>}
          {map.stop && <Badge className="stop">{map.stop}</Badge>}
          {map.hall && <Badge className="hall">{map.hall}</Badge>}
        </div>
      </div>
      <div className="footer-words">
        <address className="grid content-start gap-5 not-italic">
          <a className="wordmark" href={home.href} aria-label={home.label}>
            <Wordmark name={home.label} />
          </a>
          <p>
            {/* Prevents a line break at the hyphen of a postal code. */}
            {address.split(/(?<=,) /).map((part) => (
              <Fragment key={part}>
                <span className="inline-block">{part}</span>{" "}
              </Fragment>
            ))}
            {reached.map(({ href, label }) => (
              <Fragment key={href}>
                <br />
                <a href={href}>{label}</a>
              </Fragment>
            ))}
          </p>
          {directions && (
            <div>
              <PrimaryLink small icon="right" href={directions.href}>
                {directions.label}
              </PrimaryLink>
            </div>
          )}
        </address>
        <section>
          <h2 className="font-bold text-[16px] mb-3">{hours.heading}</h2>
          <OpeningHours rows={hours.rows} />
        </section>
        <nav aria-label={linksLabel} className="grid grid-cols-2 gap-x-6 md:col-span-2">
          {links.map((column) => (
            <ul key={column[0]?.href}>
              {column.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          ))}
        </nav>
      </div>
      <div className="footer-print">
        <p>{print}</p>
        {documents.length > 0 && (
          <ul className="flex flex-wrap gap-x-5">
            {documents.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </footer>
  );
}
