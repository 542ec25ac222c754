import { type ReactNode, useEffect, useRef } from "react";

type ErrorSummaryProps = {
  title: string;
  errors: readonly { field: string; text: string }[];
  children?: ReactNode;
};

/** Lists all errors of a form with links to the fields; takes the focus when it appears. */
export function ErrorSummary({ title, errors, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="error-summary" ref={summary} tabIndex={-1} role="alert">
      <h2 className="title">{title}</h2>
      {children}
      {errors.length > 0 && (
        <ul className="grid gap-1">
          {errors.map(({ field, text }) => (
            <li key={field}>
              <a className="link" href={`#${field}`}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
