import type { ComponentProps, ReactNode } from "react";
import { torn } from "./badge.tsx";
import { Icon, type IconName } from "./icons.tsx";

export type About = {
  /**
   * The subject of the action, needed when several buttons have the same label. Screen readers read
   * it after the label: "Atšaukti: Įvadas".
   */
  about?: string | undefined;
};
export const accessibleName = (words: ReactNode, about: string | undefined) =>
  about === undefined ? {} : { "aria-label": `${words}: ${about}` };

type Look = { small?: boolean; wide?: boolean; icon?: IconName };
const look = (words: ReactNode, { small, wide }: Look, className = "") =>
  `primary-button ${torn(words)} ${small ? "small" : ""} ${wide ? "wide" : ""} ${className}`;

/** The primary action, on a strip of tape: ink on paper, chalk on ink. One per view. */
export function PrimaryButton({
  children,
  small,
  wide,
  icon,
  className,
  about,
  ...button
}: ComponentProps<"button"> & Look & About) {
  return (
    <button
      type="button"
      {...accessibleName(children, about)}
      {...button}
      className={look(children, { small, wide }, className)}
    >
      {children}
      {icon && <Icon name={icon} />}
    </button>
  );
}

export function PrimaryLink({
  children,
  small,
  wide,
  icon,
  className,
  about,
  ...link
}: ComponentProps<"a"> & Look & About) {
  return (
    <a {...accessibleName(children, about)} {...link} className={look(children, { small, wide }, className)}>
      {children}
      {icon && <Icon name={icon} />}
    </a>
  );
}

/** A secondary action, or one of several options; `chosen` marks it with a tick. */
export function SecondaryButton({
  children,
  chosen = false,
  className = "",
  about,
  ...button
}: ComponentProps<"button"> & About & { chosen?: boolean }) {
  return (
    <button
      type="button"
      {...accessibleName(children, about)}
      {...button}
      className={`pill ${chosen ? "chosen" : ""} ${className}`}
    >
      {chosen && <Icon name="check" />}
      {children}
    </button>
  );
}

/** The same appearance for a link, which works before the page has hydrated. */
export function SecondaryLink({
  children,
  chosen = false,
  className = "",
  about,
  ...link
}: ComponentProps<"a"> & About & { chosen?: boolean }) {
  return (
    <a {...accessibleName(children, about)} {...link} className={`pill ${chosen ? "chosen" : ""} ${className}`}>
      {chosen && <Icon name="check" />}
      {children}
    </a>
  );
}

/** A round icon button; `label` describes what it does. */
export function RoundButton({
  label,
  icon,
  bare,
  ...button
}: ComponentProps<"button"> & { label: string; icon: IconName; bare?: boolean }) {
  return (
    <button type="button" aria-label={label} {...button} className={`round ${bare ? "bare" : ""}`}>
      <Icon name={icon} />
    </button>
  );
}

export function RoundLink({
  label,
  icon,
  bare,
  href,
  ...link
}: ComponentProps<"a"> & { label: string; icon: IconName; bare?: boolean }) {
  return (
    <a {...link} href={href} aria-label={label} className={`round ${bare ? "bare" : ""}`}>
      <Icon name={icon} />
    </a>
  );
}

type TextLinkProps = ComponentProps<"a"> &
  About & {
    /** For a link that is not within a sentence: gives it a touch target large enough for a thumb. */
    alone?: boolean;
    /** Adds an arrow, for a link that leads on to the next page. */
    onwards?: boolean;
  };

export function TextLink({ children, alone = false, onwards = false, className = "", about, ...link }: TextLinkProps) {
  return (
    <a
      {...accessibleName(children, about)}
      {...link}
      className={`link ${alone || onwards ? "alone" : ""} ${onwards ? "onwards" : ""} ${className}`}
    >
      {onwards ? (
        <span>
          {children} <Icon name="right" />
        </span>
      ) : (
        children
      )}
    </a>
  );
}

/** Looks like a link, but performs an action instead of navigating. */
export function TextButton({ className = "", about, ...button }: ComponentProps<"button"> & About) {
  return (
    <button
      type="button"
      {...accessibleName(button.children, about)}
      {...button}
      className={`link alone ${className}`}
    />
  );
}
