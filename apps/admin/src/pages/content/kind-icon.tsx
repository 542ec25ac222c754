import type { FieldKind } from "./field-kind.ts";

const lines = "M4 6h16M4 12h16M4 18h10";
const paths: Record<FieldKind, string> = {
  text: "M5 7V5h14v2M12 5v14M9 19h6",
  longText: lines,
  richText: "M4 18 9 5l5 13M6 14h6M16 9h4M16 13h4M16 17h4",
  number: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  boolean: "M4 4h16v16H4zM8 12l3 3 5-6",
  date: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  dateTime: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M12 13v3h3",
  time: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l4 2",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01",
  gallery: "M8 4h12v11H8zM4 8v12h13M8 13l4-4 3 3 2-2 3 3",
  document: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  video: "M3 6h13v12H3zM16 11l5-3v8l-5-3",
  audio: "M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
  url: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  tags: "M4 4h7l9 9-7 7-9-9zM8 8h.01",
  reference: "M4 12h14m-5-5 5 5-5 5",
  references: "M4 8h14m-4-4 4 4-4 4M4 16h14m-4-4 4 4-4 4",
  address: "M12 21c4-5 7-8 7-12a7 7 0 0 0-14 0c0 4 3 7 7 12ZM12 11.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  language: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18Z",
  object: "M9 4c-3 0-2 3-2 5s-1 3-3 3c2 0 3 1 3 3s-1 5 2 5M15 4c3 0 2 3 2 5s1 3 3 3c-2 0-3 1-3 3s1 5-2 5",
  list: "M8 4H5v16h3M16 4h3v16h-3",
  any: "M9 4c-3 0-2 3-2 5s-1 3-3 3c2 0 3 1 3 3s-1 5 2 5M15 4c3 0 2 3 2 5s1 3 3 3c-2 0-3 1-3 3s1 5-2 5",
  pageLink: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** An icon for a field's kind, shown next to its name. */
export const KindIcon = ({ kind }: { kind: FieldKind }) => (
  <svg className="icon kind-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[kind]} />
  </svg>
);
