import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field } from "./field.tsx";
import { Headline } from "./headline.tsx";
import { Seats } from "./seats.tsx";
import { TimeLeft } from "./ticket.tsx";
import { Wordmark } from "./wordmark.tsx";

test("screen readers read a headline as plain text although its marks are drawn", () => {
  const html = renderToStaticMarkup(<Headline level={1}>Pasirinkite dieną</Headline>);
  expect(html).toContain('<span class="visually-hidden">Pasirinkite dieną</span><span aria-hidden="true">');
  expect(html).toContain("PASIRINKITE");
  expect(html.match(/hold-ogonek/g)).toHaveLength(1);
});

test("no mark of a headline has the colour of its background", () => {
  const html = renderToStaticMarkup(
    <Headline hues={["yellow", "sky"]} field="yellow">
      Agnė
    </Headline>,
  );
  expect(html).toContain("hold-dot sky");
  expect(html).not.toContain("yellow");
});

test("the wordmark is a drawing for Uola and is set in display letters for any other gym", () => {
  expect(renderToStaticMarkup(<Wordmark name="Uola" />)).toContain("<svg");
  expect(renderToStaticMarkup(<Wordmark name="Šiaurės siena" />)).toContain(">Šiaurės siena<");
});

test("the longest word of a headline determines its maximum width", () => {
  const fit = (text: string) => Number(/--fit:([\d.]+)/.exec(renderToStaticMarkup(<Headline>{text}</Headline>))?.[1]);
  expect(fit("Artimiausi užsiėmimai")).toBe(fit("užsiėmimai ir"));
  expect(fit("Nebeprisikiškiakopūsteliaujantiesiems")).toBeGreaterThan(2 * fit("užsiėmimai"));
});

test("a field with an error is marked invalid and references its hint and error", () => {
  const html = renderToStaticMarkup(<Field id="email" label="El. paštas" hint="Čia rašysime" error="Neišsamus" />);
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('aria-describedby="email-hint email-error"');
  expect(renderToStaticMarkup(<Field id="email" label="El. paštas" />)).not.toContain("aria-");
});

test("shows one pebble per place, and no pebbles if there are too many places to count", () => {
  const html = (taken: number, total: number) =>
    renderToStaticMarkup(<Seats taken={taken} total={total} tone="free" text="Liko" />);
  expect(html(5, 8).match(/<i/g)).toHaveLength(8);
  expect(html(5, 8).match(/taken/g)).toHaveLength(5);
  expect(html(5, 200)).not.toContain("<i");
});

test("limits the share of remaining time shown by the strip to between 0 and 1", () => {
  expect(renderToStaticMarkup(<TimeLeft share={-3} hue="pink" />)).toContain("--left:0");
  expect(renderToStaticMarkup(<TimeLeft share={7} hue="pink" />)).toContain("--left:1");
});

test.each([
  ["Žygis", true],
  ["Šeimų rytas", true],
  ["Ėjimas", true],
  ["Ūkas", true],
  ["Įvadas", false],
  ["Vaikų žygis", false],
])("the headline %s has a hold above its first letter: %s", (title, marked) => {
  const html = renderToStaticMarkup(<Headline level={1}>{title}</Headline>);
  expect(html.includes("opens-marked")).toBe(marked);
});
