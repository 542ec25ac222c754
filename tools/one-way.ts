/**
 * The single implementation of each building block of a page, and its location. All other code uses
 * it.
 */
type Way = {
  /** The rule, used as the title of its test. */
  name: string;
  /** Matches a second implementation. */
  pattern: RegExp;
  /** The files with the shared implementation or with a justified exception. */
  allowedFiles: RegExp;
  /** The files that are checked; default: the whole site. */
  among?: RegExp;
  /** A violation that the rule must detect. */
  bad: string;
};

const admin = /^apps\/site\/src\/(?:admin|pages\/(?:admin[\w-]*|members|people|attendance|session|calendar))\//;
const site = /^apps\/site\/src\//;

export const pageRules: readonly Way[] = [
  {
    name: "queries are made by use-platform.ts",
    pattern: /from "@tanstack\/react-query"/,
    allowedFiles: /\/use-platform\.ts$/,
    bad: 'import { useQuery } from "@tanstack/react-query";',
  },
  {
    name: "tables are made by the kit's data table",
    pattern: /from "@tanstack\/react-table"|<table\b/,
    allowedFiles: /\/admin\/kit\/data-table\.tsx$/,
    bad: "<table><tbody>{rows}</tbody></table>",
  },
  {
    name: "windows over a page are made by ui/overlay.tsx",
    pattern: /<dialog\b|\.showModal\(/,
    allowedFiles: /\/ui\/overlay\.tsx$/,
    bad: "<dialog open>{children}</dialog>",
  },
  {
    name: "pages of the admin begin with the kit's page",
    pattern: /<main\b|<h1\b/,
    // Exceptions: the admin frame renders before there is a page; an item's heading shows the text
    // of a field while it is typed; printed pages have no frame.
    allowedFiles:
      /\/admin\/kit\/page\.tsx$|\/admin\/admin-frame\.tsx$|\/admin-content\/(?:item|no-edit-permission)\.tsx$|\/admin-vouchers\/print\.tsx$/,
    among: admin,
    bad: '<main id="content"><h1>Nariai</h1></main>',
  },
  {
    name: "what an answer shows on its way is drawn by the kit",
    pattern: /<Skeleton\b/,
    // Exceptions: the frame waits for a login session, rich text for its editor, and the search for
    // a list that is announced.
    allowedFiles:
      /\/admin\/kit\/results\.tsx$|\/admin\/admin-frame\.tsx$|\/(?:field|rich-text)-input\.tsx$|\/admin\/palette\.tsx$|\/admin-vouchers\/print\.tsx$/,
    among: admin,
    bad: '<Skeleton lines={6} label={say("loading")} />',
  },
  {
    name: "what was done is told by the kit's feedback",
    pattern: /<Toast\b/,
    // The cart is on a public page, which contains no admin code.
    allowedFiles: /\/admin\/kit\/feedback\.tsx$|\/ui\/notice\.tsx$|\/kit\/messages\.tsx$|\/order\/checkout\.tsx$/,
    bad: "<Toast>Išsaugota</Toast>",
  },
  {
    name: "typing is waited for by ui/use-debounced.ts",
    pattern: /\bsetTimeout\(|\buseDeferredValue\(/,
    // Each of these waits for something other than typing: the end of a hold, a response, a bank,
    // the network, the first paint or a camera.
    allowedFiles:
      /\/ui\/use-debounced\.ts$|\/admin\/kit\/feedback\.tsx$|\/booking\/(?:form|use-hold)\.ts$|\/order\/use-order\.ts$|\/use-marks\.ts$|\/download-file\.ts$|\/service-form\.tsx$|\/admin-vouchers\/scan\.tsx$/,
    among: /^apps\/site\/src\/(?:admin|features|pages|ui)\//,
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
      /\/admin\/kit\/(?:money-field|span-field)\.tsx$|\/admin-content\/(?:schema-fields|field-input)\.tsx$|\/admin-vouchers\/issue-form\.tsx$/,
    among: admin,
    bad: '<Field label="Kaina" inputMode="decimal" />',
  },
  {
    name: "buttons and links are drawn by ui/buttons.tsx",
    pattern: /<(?:button|a)\b[^>]*\bclassName=(?:"|\{`)(?:link|pill|round|primary-button)\b/,
    allowedFiles: /\/ui\//,
    bad: '<a className="pill" href="/prices/">Kainos</a>',
  },
  {
    // Otherwise the browser stops the form with a sentence in the browser's language.
    name: "forms with a handler show their own errors (noValidate before onSubmit)",
    pattern: /<form\b(?:(?!noValidate|<form\b)[\s\S])*?\bonSubmit=/,
    allowedFiles: /^$/,
    bad: '<form className="grid" onSubmit={add}>',
  },
  {
    name: "files are asked for by ui/file-button.tsx",
    pattern: /type="file"/,
    allowedFiles: /\/ui\/file-button\.tsx$/,
    bad: '<input type="file" onChange={add} />',
  },
  {
    name: "lists are put in order by the kit",
    pattern: /\bdraggable(?!:)\b|onDragStart=/,
    allowedFiles: /^$/,
    bad: "<li draggable onDragStart={grab}>{name}</li>",
  },
];

export const violatesRule = (
  { pattern, allowedFiles: stands, among = site }: Way,
  path: string,
  text: string,
): boolean => site.test(path) && among.test(path) && !stands.test(path) && pattern.test(text);
