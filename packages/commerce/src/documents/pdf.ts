import { diacritics, type Hue } from "@uola/art";
import { documentNumber } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type DocumentWords, words } from "@uola/words/document";
import { money } from "@uola/words/formats";
import { splitGross } from "../vat/vat.ts";
import { amountInWords } from "./amount-in-words.ts";
import { percent, sumsOf } from "./pdf-sums.ts";
import { hasVat, type IssuedLine } from "./rules.ts";
import { capHeight, createSheet, ink, muted, type Sheet } from "./sheet.ts";
import type * as store from "./store.ts";

type Printed = Pick<
  store.DocumentRow,
  "kind" | "series" | "number" | "issueDay" | "orderNumber" | "gross" | "createdDate" | "snapshot"
>;

/** In points from the top left corner of the page. */
const left = 44;
const right = 551;
const width = right - left;
/** Content that would extend below this line goes on the next page; only the footer is lower. */
const bottom = 752;
const footTop = 772;

/** A document as a file that is printed on demand. */
export type DocumentFile = { type: string; name: string; print(): Promise<Uint8Array> };

/**
 * Returns a document as PDF/A-3a: one A4 page for a usual order; further pages repeat the table
 * header.
 */
export const documentFile = (document: Printed, gym: string): DocumentFile => ({
  type: "application/pdf",
  name: `${document.series}-${String(document.number).padStart(6, "0")}.pdf`,
  print: () => print(document, gym),
});

/** Prints a document. `gym` is the name of the gym. */
export async function print(document: Printed, gym: string): Promise<Uint8Array> {
  const { snapshot, createdDate } = document;
  const { language } = snapshot;
  const say = words(language);
  const title = titleOf(document, say);
  const sheet = createSheet({
    title: `${title} ${documentNumber(document)}`,
    author: snapshot.seller.name,
    language,
    at: createdDate,
  });
  const printed = { ...document, title, say, gym };
  const afterFacts = head(sheet, printed);
  const afterParties = parties(sheet, printed, afterFacts);
  const afterLines = table(sheet, printed, afterParties + 44);
  totals(sheet, printed, afterLines);
  drawFooters(sheet, printed);
  return sheet.end();
}

type Facts = Printed & { title: string; say: DocumentWords; gym: string };

function titleOf({ kind, snapshot }: Printed, say: DocumentWords): string {
  if (kind === "PROFORMA") return say("title.PROFORMA");
  return say(`title.${kind}.${hasVat(snapshot.taxes) ? "vat" : "plain"}`);
}

/** Draws wordmark, tape, title and the facts below it. Returns the y coordinate where the rest begins. */
function head(sheet: Sheet, facts: Facts): number {
  const { kind, title, say, snapshot } = facts;
  mark(sheet, facts.gym, 42.5, 24);
  const isPaid = snapshot.paid !== undefined;
  const state = kind === "CREDIT" ? undefined : isPaid ? say("state.paid") : say("state.unpaid");
  if (state) {
    const style = { size: 11.5, weight: 700, align: "center" } as const;
    const long = Math.max(75.5, sheet.widthOf(state, style) + 26);
    sheet.drawing(() => sheet.tape(isPaid ? "green" : "yellow", [right - long, 40], long, 24.5));
    sheet.text("P", [state], [right - long / 2, 56.2], style);
  }
  headline(sheet, title, 148);
  const top = 184;
  sheet.drawing(() => sheet.rule(left, top, width, { thick: 1.4, color: ink }));
  const columns = [left, 163.5, 283, 432];
  for (const [index, [label, value]] of factsOf(facts).entries()) {
    const x = (columns[index] ?? left) + (index > 0 ? 10.5 : 0);
    if (index > 0)
      sheet.drawing(() => sheet.doc.rect((columns[index] ?? left) - 0.3, top + 1.4, 0.6, 42).fill("#c9cbd3"));
    sheet.text("P", [label], [x, top + 18], { size: 9, color: muted });
    sheet.text("P", [value], [x, top + 32], { size: 10.2, weight: 700 });
  }
  sheet.drawing(() => sheet.rule(left, top + 43.5, width));
  return top + 44;
}

/** Draws the mark at the top: our wordmark, or the name of another gym. */
function mark(sheet: Sheet, gym: string, top: number, cap: number): void {
  const size = cap / capHeight;
  sheet.drawing(() => {
    if (gym !== "Uola") {
      letters(sheet, gym, top + cap, Math.min(size, (size * 380) / sheet.displayWidth(bare(gym), size)));
      return;
    }
    const u = sheet.letters("U", left, top + cap, size);
    sheet.hold("sloper", "orange", [left + u + 0.06 * size, top + 0.13 * size], 0.59 * size, { seed: 5 });
    sheet.letters("LA", left + u + 0.7 * size, top + cap, size);
  });
}

/** Returns a text in capitals without the diacritics of Lithuanian letters. */
const bare = (text: string): string =>
  diacritics(text)
    .map((word) => word.map((piece) => piece.text).join(""))
    .join(" ");

/** Draws decorative letters with their diacritics. */
function letters(sheet: Sheet, text: string, baseline: number, size: number): void {
  sheet.letters(bare(text), left, baseline, size);
  marks(sheet, text, baseline, size);
}

/** Draws the diacritics of a text as climbing holds. */
function marks(sheet: Sheet, text: string, baseline: number, size: number): void {
  const hues: Hue[] = ["orange", "sky", "yellow", "pink", "green"];
  let pen = left;
  let turn = 0;
  for (const [index, word] of diacritics(text).entries()) {
    if (index > 0) pen += sheet.displayWidth(" ", size);
    for (const { text: run, mark } of word) {
      const wide = sheet.displayWidth(run, size);
      if (mark) sheet.mark(mark, required(hues[turn++ % hues.length], "hue"), [pen, baseline], wide, size);
      pen += wide;
    }
  }
}

/** Draws the title in capitals. */
function headline(sheet: Sheet, title: string, baseline: number): void {
  const size = Math.min(59, (59 * width) / sheet.displayWidth(bare(title), 59));
  sheet.display("H1", bare(title), [left, baseline], { size, spoken: title });
  sheet.drawing(() => marks(sheet, title, baseline, size));
}

function factsOf({ kind, say, snapshot, issueDay, ...document }: Facts): [label: string, value: string][] {
  const { lines, paid, dueDate, refersTo } = snapshot;
  const days = lines.flatMap(({ serviceDate, serviceUntil }) =>
    [serviceDate, serviceUntil].filter((day) => day !== undefined),
  );
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  const other = refersTo && say("fact.issuedOn", { number: documentNumber(refersTo), date: refersTo.issueDate });
  const facts: ([label: string, value: string] | false | undefined)[] = [
    [say("fact.number"), documentNumber(document)],
    [say("fact.issued"), issueDay],
    first !== undefined &&
      last !== undefined && [
        say(first === last ? "fact.service" : "fact.services"),
        first === last ? first : `${first} – ${last}`,
      ],
    other !== undefined && [say(kind === "CREDIT" ? "fact.credits" : "fact.instead"), other],
    paid && [say(first !== undefined && paid.date < first ? "fact.advance" : "fact.paid"), paid.date],
    !paid && dueDate !== undefined && [say("fact.due"), dueDate],
  ];
  return facts.filter((fact) => fact !== undefined && fact !== false).slice(0, 4);
}

function parties(sheet: Sheet, { say, snapshot }: Facts, top: number): number {
  const { seller, buyer } = snapshot;
  const { company } = buyer;
  const codes = (code: string | undefined, vatCode: string | null | undefined) => [
    code && say("party.code", { code }),
    vatCode && say("party.vatCode", { code: vatCode }),
  ];
  const iban = seller.iban && say("party.iban", { iban: seller.iban.replace(/(.{4})(?=.)/g, "$1 ") });
  const sold = [seller.address, ...codes(seller.code, seller.vatCode), iban, iban && seller.bank];
  const bought = company ? [company.address, ...codes(company.code, company.vatCode)] : [buyer.email];
  const bottoms = [
    party(sheet, [left, top], { label: say("party.seller"), name: seller.name, lines: sold }),
    party(sheet, [309, top], { label: say("party.buyer"), name: company?.name ?? buyer.name, lines: bought }),
  ];
  return Math.max(...bottoms);
}

function party(
  sheet: Sheet,
  [x, top]: readonly [number, number],
  { label, name, lines }: { label: string; name: string; lines: readonly (string | null | undefined)[] },
): number {
  const wide = 235;
  const names = sheet.wrapText(name, wide, { size: 12.8, weight: 700 });
  const texts = lines.flatMap((line) => (line ? sheet.wrapText(line, wide, { size: 10 }) : []));
  sheet.text("P", [label], [x, top + 32], { size: 9, color: muted });
  sheet.text("P", names, [x, top + 50], { size: 12.8, weight: 700, leading: 15.5 });
  const below = top + 50 + (names.length - 1) * 15.5 + 14.4;
  if (texts.length > 0) sheet.text("P", texts, [x, below], { size: 10, leading: 13.85 });
  return below + (texts.length - 1) * 13.85;
}

type Column = { edge: number; heads: readonly string[]; value(line: IssuedLine): string; bold?: true };

/** A VAT document shows amounts without and with VAT; any other document shows the amount paid. */
function columnsOf({ kind, say, snapshot }: Facts): { nameWidth: number; columns: Column[] } {
  const { language } = snapshot;
  const sum = (cents: number) => plain(cents, language);
  const quantity = ({ quantity }: IssuedLine) => String(quantity);
  if (!hasVat(snapshot.taxes)) {
    const unit = (line: IssuedLine) =>
      unitPriceAndDiscount(line.gross, line, kind === "CREDIT" ? undefined : line.unitGross, language);
    return {
      nameWidth: 240,
      columns: [
        { edge: 340, heads: [say("column.quantity")], value: quantity },
        { edge: 416, heads: [say("column.unit"), say("column.euros")], value: (line) => unit(line).price },
        { edge: 480, heads: [say("column.discount"), say("column.euros")], value: (line) => unit(line).discount },
        { edge: right, heads: [say("column.sum"), say("column.euros")], value: ({ gross }) => sum(gross), bold: true },
      ],
    };
  }
  const unit = (line: IssuedLine) =>
    unitPriceAndDiscount(
      line.net,
      line,
      kind === "CREDIT" ? undefined : splitGross(line.unitGross, line.tax.rate).net,
      language,
    );
  return {
    nameWidth: 205,
    columns: [
      { edge: 293.8, heads: [say("column.quantity")], value: quantity },
      { edge: 361.4, heads: [say("column.unit"), say("column.withoutVat")], value: (line) => unit(line).price },
      { edge: 414.2, heads: [say("column.discount"), say("column.withoutVat")], value: (line) => unit(line).discount },
      { edge: 466.4, heads: [say("column.sum"), say("column.withoutVat")], value: ({ net }) => sum(net) },
      { edge: 499.3, heads: [say("column.vat")], value: ({ tax }) => (tax.rate === null ? "–" : percent(tax.rate)) },
      { edge: right, heads: [say("column.sum"), say("column.withVat")], value: ({ gross }) => sum(gross), bold: true },
    ],
  };
}

/**
 * Returns the unit price and discount so that they result in the total of the line. If no unit
 * price in whole cents does, it is shown with four decimals.
 */
function unitPriceAndDiscount(
  sum: number,
  { quantity, discount }: IssuedLine,
  unit: number | undefined,
  language: "lt" | "en",
) {
  if (unit !== undefined && discount > 0) {
    return { price: plain(unit, language), discount: plain(sum - quantity * unit, language) };
  }
  if (unit !== undefined && quantity * unit === sum) return { price: plain(unit, language), discount: "–" };
  const exact = Math.abs(sum) / quantity;
  if (Number.isInteger(exact)) return { price: plain(exact, language), discount: "–" };
  const price = (exact / 100).toFixed(4);
  return { price: language === "lt" ? price.replace(".", ",") : price, discount: "–" };
}

/** Draws the lines on as many pages as needed. Returns the y coordinate where the table ends. */
function table(sheet: Sheet, facts: Facts, start: number): number {
  const { columns, nameWidth } = columnsOf(facts);
  const { say, snapshot } = facts;
  let y = start;
  const headLine = (index: number, edge: number, text: string, at: number, drawn: typeof sheet.note) =>
    drawn(text, edge, at + (index - 1) * 11, { size: 8.6, weight: 400, color: muted, align: "right" });
  const headRow = () => {
    sheet.group("TR", () => {
      const style = { size: 8.6, color: muted, scope: "Column" } as const;
      sheet.text("TH", [say("column.item")], [left, y], style);
      for (const { edge, heads } of columns) {
        sheet.text("TH", heads, [edge, y - (heads.length - 1) * 11], { ...style, align: "right", leading: 11 });
      }
    });
  };
  const headAgain = () => {
    sheet.note(say("column.item"), left, y, { size: 8.6, color: muted });
    for (const { edge, heads } of columns) {
      for (const [index, text] of heads.entries()) headLine(index - heads.length + 2, edge, text, y, sheet.note);
    }
  };
  const ruled = () => {
    sheet.drawing(() => sheet.rule(left, y + 7.5, width, { thick: 1.4, color: ink }));
    y += 8.9;
  };
  sheet.group("Table", () => {
    headRow();
    ruled();
    for (const line of snapshot.lines) {
      const names = sheet.wrapText(line.name, nameWidth, { size: 10, weight: 700 });
      const notes = line.note ? sheet.wrapText(line.note, nameWidth, { size: 8.6 }) : [];
      const height = 25.6 + (names.length - 1) * 13 + notes.length * 12.6;
      if (y + height > bottom) {
        y = nextPage(sheet, facts);
        sheet.drawing(headAgain);
        ruled();
      }
      const baseline = y + 16.6;
      sheet.group("TR", () => {
        sheet.group("TD", () => {
          sheet.text("P", names, [left, baseline], { size: 10, weight: 700, leading: 13 });
          const below = baseline + names.length * 13;
          if (notes.length > 0) sheet.text("P", notes, [left, below], { size: 8.6, color: muted, leading: 12.6 });
        });
        for (const { edge, value, bold } of columns) {
          const style = { size: 10, weight: bold ? 700 : 400, align: "right" } as const;
          sheet.text("TD", [value(line)], [edge, baseline], style);
        }
      });
      y += height;
      sheet.drawing(() => sheet.rule(left, y, width));
    }
  });
  return y;
}

/**
 * Starts a new page with the title and document number. Returns the y coordinate where its table
 * begins.
 */
function nextPage(sheet: Sheet, { title, ...document }: Facts): number {
  sheet.doc.addPage();
  mark(sheet, document.gym, 42.5, 15);
  sheet.drawing(() =>
    sheet.note(`${title} ${documentNumber(document)}`, right, 56, { size: 10, weight: 700, align: "right" }),
  );
  return 106;
}

function totals(sheet: Sheet, facts: Facts, start: number): void {
  const { say, snapshot, orderNumber } = facts;
  const { language, paid, reason } = snapshot;
  const { rows, label, below, sum } = sumsOf(facts);
  const beside = 311;
  const written = sheet.wrapText(amountInWords(sum, language), beside - left - 24, { size: 10.4, weight: 700 });
  const blocks: [label: string, lines: string[]][] = [
    [say("words"), written],
    [
      paid ? say("paid") : "",
      [
        ...(paid ? [say("paid.how", { date: paid.date, method: say(`method.${paid.method}`) })] : []),
        say("order", { number: orderNumber }),
      ],
    ],
    ...(reason
      ? [[say("reason"), sheet.wrapText(reason, beside - left - 24, { size: 10 })] as [string, string[]]]
      : []),
  ];
  const tall = Math.max(
    rows.length * 16.6 + 78,
    60 + blocks.reduce((sum, [, lines]) => sum + 28 + lines.length * 14, 0),
  );
  const top = start + tall > bottom ? nextPage(sheet, facts) - 22 : start;

  let y = top + 30;
  for (const [index, [label, lines]] of blocks.entries()) {
    if (label) {
      sheet.text("P", [label], [left, y], { size: 9, color: muted });
      y += 14.5;
    }
    const style = index === 0 ? ({ size: 10.4, weight: 700, leading: 14 } as const) : { size: 10, leading: 14 };
    sheet.text("P", lines, [left, y], style);
    y += (lines.length - 1) * 14 + 25.5;
  }

  y = top + 27;
  for (const { label, amount } of rows) {
    const lines = sheet.wrapText(label, 165, { size: 10 });
    sheet.text("P", lines, [beside, y], { size: 10, leading: 12.6 });
    sheet.text("P", [amount], [right, y], { size: 10, weight: 700, align: "right" });
    y += 16.6 + (lines.length - 1) * 12.6;
  }
  sheet.drawing(() => sheet.rule(beside, y - 1, right - beside, { thick: 1.4, color: ink }));
  const total = money(sum, language);
  const size = Math.min(40, (40 * 150) / sheet.displayWidth(total, 40));
  sheet.text("P", [label], [beside, y + 27], { size: 10.4, weight: 700 });
  if (below) sheet.text("P", [below], [beside, y + 41.5], { size: 9.6, color: muted });
  sheet.display("P", total, [right, y + 38.5], { size, spoken: total, align: "right" });
}

/**
 * Draws the footer of each page once the number of pages is known. The footer of the last page has
 * a climbing hold.
 */
function drawFooters(sheet: Sheet, { kind, say, snapshot }: Facts): void {
  const { count } = sheet.doc.bufferedPageRange();
  const contacts = [snapshot.seller.email, snapshot.seller.phone].filter(Boolean).join(", ");
  const lines = [
    say(kind === "PROFORMA" ? "foot.proforma" : "foot.valid"),
    ...(contacts ? [say("foot.questions", { contacts })] : []),
  ];
  for (let page = 0; page < count; page++) {
    sheet.doc.switchToPage(page);
    sheet.drawing(() => {
      sheet.rule(left, footTop, width);
      const number = say("foot.page", { page: page + 1, pages: count });
      sheet.note(number, right, footTop + 18, { size: 8.6, color: muted, align: "right" });
      if (page === count - 1) sheet.hold("flower", "yellow", [552, 699], 68, { rotation: 8 });
      if (page < count - 1) {
        for (const [index, text] of lines.entries()) {
          sheet.note(text, left, footTop + 18 + index * 12.4, { size: 8.6, color: muted });
        }
      }
    });
  }
  sheet.text("P", lines, [left, footTop + 18], { size: 8.6, color: muted, leading: 12.4 });
}

/** Formats an amount for a table whose header names the currency. */
const plain = (cents: number, language: "lt" | "en"): string => money(cents, language).replace(/\s?€/, "");
