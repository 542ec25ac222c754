const paths = {
  right: "M4 12h15m-6-6 6 6-6 6",
  left: "M20 12H5m6-6-6 6 6 6",
  down: "m5 8 7 8 7-8",
  up: "m5 16 7-8 7 8",
  check: "m4 13 6 6L20 6",
  minus: "M5 12h14",
  plus: "M5 12h14M12 5v14",
  close: "m5 5 14 14M19 5 5 19",
  search: "m15 15 6 6M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  day: "M5 5h14v15H5zM5 10h14M9 3v4M15 3v4",
  scan: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M7 12h10",
  person: "M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM4 21c1-5 4-7 8-7s7 2 8 7",
} as const;

export type IconName = keyof typeof paths;

/** A small line drawing, decorative: the adjacent text has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
