import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import { areas, compile, parameters } from "../tools/compile.ts";
import { englishViolations, violations } from "../tools/forbidden-words.ts";
import { dayLong } from "./formats.ts";
import { createWords, translateInLanguageOf } from "./index.ts";
import { inLanguage, language } from "./language.ts";

const catalog = (text: string) => ({ texts: compileMessageOrThrow(text) as unknown[] });
const say = (text: string, values: Record<string, unknown>, locale: "lt" | "en" = "lt") =>
  createWords<{ texts: Record<string, unknown> }>({ lt: catalog(text), en: catalog(text) })(locale)("texts", values);

test.each([
  [0, "other"],
  [1, "one"],
  [2, "few"],
  [9, "few"],
  [10, "other"],
  [11, "other"],
  [12, "other"],
  [19, "other"],
  [20, "other"],
  [21, "one"],
  [22, "few"],
  [30, "other"],
  [101, "one"],
  [111, "other"],
  [121, "one"],
  [1.5, "many"],
])("the Lithuanian plural form of %s is %s", (count, form) => {
  const text = "{count, plural, one {one} few {few} many {many} other {other}}";
  expect(say(text, { count })).toBe(form);
});

test("fills numbers, plural cases and choices into whole sentences", () => {
  const left = "{count, plural, =0 {Vietų nebėra} one {Liko # vieta} few {Liko # vietos} other {Liko # vietų}}";
  expect([0, 1, 3, 10].map((count) => say(left, { count }))).toEqual([
    "Vietų nebėra",
    "Liko 1 vieta",
    "Liko 3 vietos",
    "Liko 10 vietų",
  ]);
  const who = "{sex, select, female {Trenerė} other {Treneris}}: {name}";
  expect(say(who, { sex: "female", name: "Rūta" })).toBe("Trenerė: Rūta");
  expect(say(who, { sex: "constructor", name: "{name} #" })).toBe("Treneris: {name} #");
});

test("a value that ends with a full stop adds no second one to the sentence", () => {
  expect(say("Laikome iki {until}. Ačiū.", { until: "gruodžio 4 d." })).toBe("Laikome iki gruodžio 4 d. Ačiū.");
  expect(say("Laikome iki {until}.", { until: "18:00" })).toBe("Laikome iki 18:00.");
});

test("messages use the language of the request, also after an await", async () => {
  const texts = translateInLanguageOf(
    createWords<{ texts: null }>({ lt: catalog("Labas"), en: catalog("Hello") }),
    language,
  );
  const later = async () => {
    await Promise.resolve();
    return texts("texts");
  };
  const spoken = await Promise.all([inLanguage("en", later), inLanguage("lt", later), later()]);
  expect(spoken).toEqual(["Hello", "Labas", "Labas"]);
  expect(inLanguage("en", () => dayLong("2026-09-09"))).toBe("Wednesday, 9\u00a0September");
});

test("message parameters get types, and date and number formats are rejected", () => {
  const text = "{name}: {count, plural, one {# {thing}} other {#}} {sex, select, female {a} other {b}}";
  expect(parameters(compileMessageOrThrow(text))).toEqual({
    name: "string | number",
    count: "number",
    thing: "string | number",
    sex: '"female" | (string & {})',
  });
  expect(() => parameters(compileMessageOrThrow("{at, date, short}"))).toThrow("@uola/words/formats");
});

test("an area compiles into one catalogue per language and the types of its parameters", () => {
  const files = compile({ name: "x", lt: { a: "Labas", b: "Liko – {n}" }, en: { a: "Hello", b: "{n} left" } });
  expect(Object.keys(files)).toEqual(["x/lt.ts", "x/en.ts", "x/messages.ts"]);
  expect(files["x/lt.ts"]).toContain('"b": ["Liko\u00a0– ",["n"]]');
  expect(files["x/en.ts"]).toContain('"a": ["Hello"]');
  expect(files["x/messages.ts"]).toContain('{\n  "a": null;\n  "b": { n: string | number };\n}');
});

test("reports an invalid ICU message with its file", () => {
  expect(() => compile({ name: "x", lt: { a: "Labas" }, en: { a: "{n, plural" } })).toThrow('x/en.json, "a"');
});

describe.each(areas())("messages of the area $name", (area) => {
  test("English messages have the same keys and parameters as the Lithuanian ones", () => {
    expect(Object.keys(area.en).sort()).toEqual(Object.keys(area.lt).sort());
    const names = (text: string) => Object.keys(parameters(compileMessageOrThrow(text))).sort();
    for (const [key, text] of Object.entries(area.lt)) expect(names(area.en[key] as string), key).toEqual(names(text));
  });

  test("Lithuanian plurals have all plural forms", () => {
    for (const [key, text] of Object.entries(area.lt))
      for (const plural of text.match(/plural,[\s\S]*/g) ?? [])
        for (const form of ["one {", "few {", "other {"]) expect(plural, key).toContain(form);
  });

  test("Lithuanian messages contain no forbidden words and follow the typesetting rules", () => {
    const found = Object.entries(area.lt).flatMap(([key, text]) => violations(text).map((what) => `${key}: ${what}`));
    expect(found).toEqual([]);
  });

  test("English messages contain no phrase that reads as a translation", () => {
    const found = Object.entries(area.en).flatMap(([key, text]) =>
      englishViolations(text).map((what) => `${key}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  test("no message names a town, because the gym's location is a setting", () => {
    expect([...Object.values(area.lt), ...Object.values(area.en)].filter((text) => /Vilni/.test(text))).toEqual([]);
  });
});

test("recognises forbidden words and wrong typesetting", () => {
  for (const text of [
    "Bookinti",
    "Bronuoti",
    "Mano akauntas",
    "Sesija baigėsi",
    "Užšaldyti",
    "Jūsų emailas {email}",
    "Sveiki!",
    "Klauskite prie stalo",
    "Technika: kojų darbas",
    "gruodžio 30\u00a0d. – gruodžio 30\u00a0d.",
    "1 val.",
    '"a"',
  ])
    expect(violations(text), text).not.toEqual([]);
  for (const text of [
    "Rezervuoti",
    "Rašysime {email}",
    "Facebook",
    "Ačiū!",
    "1\u00a0val.",
    "Nuo jūsų",
    "Saugojimo testas",
    "Grafikos",
  ])
    expect(violations(text), text).toEqual([]);
});
