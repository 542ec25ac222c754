import { isWebSource } from "./web-sources.ts";

/**
 * A building block of a page and the location of its single implementation, which all other code
 * uses.
 */
type Way = {
  /** The rule, used as the title of its test. */
  name: string;
  /** Matches a second implementation. */
  pattern: RegExp;
  /** The files with the shared implementation or with a justified exception. */
  allowedFiles: RegExp;
  /** The files that are checked; default: all code of the website. */
  among?: RegExp;
  /** A violation that the rule must detect. */
  bad: string;
};

const admin = /^(?:apps\/admin|packages\/ui\/src\/kit)\//;

export const pageRules: readonly Way[] = [
  {
    name: "tables are made by the kit's data table",
    pattern: /from "@tanstack\/react-table"|<table\b/,
    allowedFiles: /\/ui\/src\/kit\/data-table\.tsx$/,
    bad: "<table><tbody>{rows}</tbody></table>",
  },
  {
    name: "windows over a page are made by packages/ui/src/overlay.tsx",
    pattern: /<dialog\b|\.showModal\(/,
    allowedFiles: /\/ui\/src\/overlay\.tsx$/,
    bad: "<dialog open>{children}</dialog>",
  },
  {
    name: "pages of the admin begin with the kit's page",
    pattern: /<main\b|<h1\b/,
    // Exceptions: the admin frame is rendered before there is a page; the heading of an item shows
    // the text of a field while it is typed; printed pages have no frame.
    allowedFiles:
      /\/kit\/page\.tsx$|\/admin-frame\.tsx$|\/content\/(?:item|no-edit-permission)\.tsx$|\/vouchers\/print\.tsx$/,
    among: admin,
    bad: '<main id="content"><h1>Nariai</h1></main>',
  },
  {
    name: "what an answer shows on its way is drawn by the kit",
    pattern: /<Skeleton\b/,
    // Exceptions: the frame waits for a login session, rich text for its editor, and the search for
    // a list that is announced.
    allowedFiles:
      /\/kit\/results\.tsx$|\/admin-frame\.tsx$|\/(?:field|rich-text)-input\.tsx$|\/palette\.tsx$|\/vouchers\/print\.tsx$/,
    among: admin,
    bad: '<Skeleton lines={6} label={say("loading")} />',
  },
  {
    name: "what was done is told by the kit's feedback",
    pattern: /<Toast\b/,
    // The cart is on a public page, which contains no admin code.
    allowedFiles: /\/kit\/feedback\.tsx$|\/ui\/src\/notice\.tsx$|\/kit\/messages\.tsx$|\/order\/checkout\.tsx$/,
    bad: "<Toast>Išsaugota</Toast>",
  },
  {
    name: "typing is waited for by packages/ui/src/use-debounced.ts",
    pattern: /\bsetTimeout\(|\buseDeferredValue\(/,
    // Each of these waits for something other than a pause in typing: the end of a hold, a
    // response, a bank, the network, the first paint or a camera.
    allowedFiles:
      /\/ui\/src\/use-debounced\.ts$|\/kit\/feedback\.tsx$|\/booking\/(?:form|use-hold)\.ts$|\/order\/use-order\.ts$|\/use-marks\.ts$|\/download-file\.ts$|\/service-form\.tsx$|\/vouchers\/scan\.tsx$/,
    among: /^(?:apps\/admin\/src|apps\/site\/src\/(?:features|pages)|packages\/ui\/src)\//,
    bad: "const timer = setTimeout(() => onSearch(text), 300);",
  },
  {
    name: "times of the clock are typed in the kit's clock",
    pattern: /type="(?:time|datetime-local)"/,
    allowedFiles: /^$/,
    bad: '<Field type="time" value={at} />',
  },
  {
    name: "amounts of money are typed in the kit's field",
    pattern: /\bamountOf\(target\.value\)|inputMode="decimal"/,
    // Numbers that are not money: durations, a tax rate, and the fields of an owner's own
    // collections.
    allowedFiles:
      /\/kit\/(?:money-field|span-field)\.tsx$|\/content\/(?:schema-fields|field-input)\.tsx$|\/vouchers\/issue-form\.tsx$/,
    among: admin,
    bad: '<Field label="Kaina" inputMode="decimal" />',
  },
  {
    name: "buttons and links are drawn by packages/ui/src/buttons.tsx",
    pattern: /<(?:button|a)\b[^>]*\bclassName=(?:"|\{`)(?:link|pill|round|primary-button)\b/,
    allowedFiles: /^packages\/ui\/src\//,
    bad: '<a className="pill" href="/prices/">Kainos</a>',
  },
  {
    // Otherwise the browser blocks the form with a message in the browser's own language.
    name: "forms with a handler show their own errors (noValidate before onSubmit)",
    pattern: /<form\b(?:(?!noValidate|<form\b)[\s\S])*?\bonSubmit=/,
    allowedFiles: /^$/,
    bad: '<form className="grid" onSubmit={add}>',
  },
  {
    name: "files are asked for by the kit",
    pattern: /type="file"/,
    allowedFiles: /\/kit\/file-button\.tsx$/,
    bad: '<input type="file" onChange={add} />',
  },
  {
    name: "lists are put in order by the kit",
    pattern: /\bdraggable(?!:)\b|onDragStart=/,
    allowedFiles: /^$/,
    bad: "<li draggable onDragStart={grab}>{name}</li>",
  },
];

export const violatesRule = ({ pattern, allowedFiles, among }: Way, path: string, text: string): boolean =>
  isWebSource(path) && (!among || among.test(path)) && !allowedFiles.test(path) && pattern.test(text);
