import type { MouseEvent } from "react";

type PreviewBarProps = { children: string; end: { label: string; href: string; onClick(): void } };

/** A bar over a page that previews unpublished content. */
export function PreviewBar({ children, end: { label, href, onClick } }: PreviewBarProps) {
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    onClick();
  };
  return (
    <aside className="preview-bar page">
      <p>{children}</p>
      <a className="link alone" href={href} onClick={leave}>
        {label}
      </a>
    </aside>
  );
}
