import { inLanguage } from "@uola/words/language";
import { say, words } from "@uola/words/site";
import { expect, test, vi } from "vitest";
import { page as home } from "../pages/home/home.content.ts";
import { page as prices } from "../pages/prices/prices.content.ts";
import {
  campaignsOf,
  discountsOf,
  menuLinksOf,
  pricesOf,
  privateTrainers,
  questionsOn,
  redirectsOf,
  textsOf,
} from "./read.ts";

const contentOf = (collections: Record<string, Record<string, unknown>[]>) => ({
  collections,
  noteFallback: vi.fn(),
  describe: vi.fn(),
});

test("a page text is the owner's text, or the default text if the owner's value is empty or not a text", () => {
  const [hero, lead, vat] = ["Aukštyn", "  ", 5];
  const texts = textsOf(home, contentOf({ HomePage: [{ _id: "page", hero, lead, vat }] }));
  expect(texts).toMatchObject({ hero, lead: say("home.lead"), vat: say("home.prices.vat") });
  expect(Object.keys(texts)).toEqual(Object.keys(home.texts));
});

test.each([[{}], [{ HomePage: [] }]])(
  "a page whose collection was deleted shows its default texts: %j",
  (collections) => {
    const content = contentOf(collections);
    expect(textsOf(home, content).hero).toBe(say("home.hero"));
    expect(questionsOn(home, content)).toEqual([]);
    expect(privateTrainers(content)).toEqual([]);
  },
);

test("a page shows only complete questions, with sanitized answers", () => {
  const answer = '<p onclick="x()">Taip<script>alert(1)</script></p>';
  const question = { question: "Ar duodate batelius?", answer, pages: ["HomePage", "PricesPage"] };
  const content = contentOf({
    Questions: [
      { _id: "a", ...question },
      { _id: "b", ...question, pages: ["PricesPage"] },
      { _id: "f", ...question, pages: ["Pradžia"] },
      { _id: "c", ...question, answer: "<script>1</script>" },
      { _id: "d", ...question, question: null },
      { _id: "e", question: "Be puslapių", answer },
    ],
  });
  expect(questionsOn(home, content)).toEqual([{ id: "a", question: question.question, answer: "<p>Taip</p>" }]);
  expect(questionsOn(prices, content).map(({ id }) => id)).toEqual(["a", "b"]);
  const described: object[] = [];
  const courses = {
    ...contentOf({
      Questions: [
        { _id: "a", ...question },
        { _id: "g", ...question, pages: null, services: ["saugojimo-kursas"] },
        { _id: "h", ...question, services: ["senas-adresas"] },
        { _id: "i", ...question, pages: [], services: ["kitas-kursas"] },
      ],
    }),
    describe: (...things: object[]) => void described.push(...things),
  };
  const asked = questionsOn(home, courses, ["saugojimo-kursas", "senas-adresas"]);
  expect(asked.map(({ id }) => id)).toEqual(["g", "h", "a"]);
  expect(described).toMatchObject([{ "@type": "FAQPage", mainEntity: { length: 3 } }]);
});

test("shows a price only with a name and an amount", () => {
  const Prices = [
    {
      _id: "a",
      name: "Bilietas",
      price: 9.3,
      from: true,
      note: "visai dienai",
      kind: "SINGLE",
      validFrom: "2026-09-01",
    },
    { _id: "b", name: "Narystė", price: 54, kind: "nežinoma" },
    { name: "Nuoma" },
    { name: " ", price: 5 },
    { name: "Nuolaida", price: -1 },
  ];
  expect(pricesOf(contentOf({ Prices }), "2026-09-10")).toEqual([
    {
      id: "a",
      name: "Bilietas",
      cents: 930,
      from: true,
      note: "visai dienai",
      kind: "SINGLE",
      validFrom: "2026-09-01",
      reduced: null,
      sold: false,
    },
    {
      id: "b",
      name: "Narystė",
      cents: 5400,
      reduced: null,
      sold: true,
      from: false,
      note: "",
      kind: "OTHER",
      validFrom: "",
    },
  ]);
});

test("shows a discount only with a name and an amount", () => {
  const Discounts = [
    { _id: "a", name: "Studentams", discount: "−20 %", proof: "studento pažymėjimas" },
    { _id: "b", name: "Visiems" },
    { _id: "c", discount: "−50 %" },
  ];
  expect(discountsOf(contentOf({ Discounts }))).toEqual([
    { id: "a", name: "Studentams", discount: "−20 %", proof: "studento pažymėjimas" },
  ]);
});

test("returns trainers with their photo from the media library in several sizes, if they have one", () => {
  const id = "0b2f7c1e-8a6d-4f3b-9c55-1d2e3f405162";
  const photo = `wix:image://v1/${id}/ruta.jpg#originWidth=800&originHeight=600`;
  const [ruta, tomas, ...others] = privateTrainers(
    contentOf({
      People: [
        { _id: "a", name: "Rūta", role: "trenerė", about: "<p>Ji</p>", trainsPrivately: true, photo },
        { _id: "b", name: "Tomas", trainsPrivately: true, photo: "javascript:alert(1)" },
        { _id: "c", name: "Agnė" },
        { _id: "d", trainsPrivately: true },
      ],
    }),
  );
  expect(ruta).toMatchObject({ name: "Rūta", about: "<p>Ji</p>" });
  expect(ruta?.photo?.sources[0]?.srcSet).toContain(`/media/${id}/320-1x1.avif/ruta.jpg`);
  expect(tomas).toEqual({ id: "b", name: "Tomas", role: "", about: "", photo: null });
  expect(others).toEqual([]);
});

test("an English text is the translation, or the English default if the owner did not change the text", () => {
  const lt = words("lt");
  const item = { hero: "Aukštyn", lead: lt("home.lead"), _translations: { en: { hero: "Higher" } } };
  const content = contentOf({ HomePage: [item] });
  const texts = inLanguage("en", () => textsOf(home, content));
  expect(texts).toMatchObject({ hero: "Higher", lead: words("en")("home.lead"), vat: words("en")("home.prices.vat") });
  expect(content.noteFallback).not.toHaveBeenCalled();
  expect(textsOf(home, content).hero).toBe("Aukštyn");
});

test("an untranslated text written by the owner is shown in Lithuanian with a notice", () => {
  const changed = contentOf({ HomePage: [{ hero: "Aukštyn" }] });
  expect(inLanguage("en", () => textsOf(home, changed)).hero).toBe("Aukštyn");
  expect(changed.noteFallback).toHaveBeenCalled();
  const line = { price: 5, note: "visai dienai", _translations: { en: { name: "Hire" } } };
  const priced = contentOf({ Prices: [{ ...line, name: "Nuoma" }] });
  expect(inLanguage("en", () => pricesOf(priced, "2026-09-10"))).toMatchObject([
    { name: "Hire", note: "visai dienai" },
  ]);
  expect(priced.noteFallback).toHaveBeenCalledOnce();
});

test("links in the owner's texts lead to pages in the reader's language", () => {
  const answer = '<p><a href="/prices/">kainos</a> <a href="https://example.lt/prices/">kitur</a></p>';
  const content = contentOf({ Questions: [{ _id: "a", question: "Kiek?", answer, pages: ["HomePage"] }] });
  const [question] = inLanguage("en", () => questionsOn(home, content));
  expect(question?.answer).toContain('href="/en/prices/"');
  expect(question?.answer).toContain('href="https://example.lt/prices/"');
});

test("a campaign needs a valid date code and an end after its start", () => {
  const opens = { $date: "2026-12-07T10:00:00.000Z" };
  const season = {
    code: "261207",
    name: "Žiema",
    opens,
    closes: { $date: "2026-12-20T22:00:00.000Z" },
    services: ["a", ""],
  };
  const Campaigns = [
    season,
    { ...season, code: "/admin" },
    { ...season, closes: opens },
    { ...season, opens: "netrukus" },
    { ...season, name: " " },
  ];
  expect(campaignsOf(contentOf({ Campaigns }))).toEqual([
    {
      code: "261207",
      name: "Žiema",
      lead: "",
      opens: "2026-12-07T10:00:00.000Z",
      closes: "2026-12-20T22:00:00.000Z",
      services: ["a"],
    },
  ]);
});

test("a menu link needs a valid position and a safe URL", () => {
  const MenuLinks = [
    { link: "/prices/", place: "HEADER", label: "Kainos", _translations: { en: { label: "Prices" } } },
    { link: "/kids/", place: "HEADER" },
    { link: "/kids/", place: "SOMEWHERE" },
    { link: "javascript:alert(1)", place: "HEADER", label: "x" },
    { link: "//evil.example", place: "HEADER", label: "x" },
  ];
  expect(menuLinksOf(contentOf({ MenuLinks }))).toEqual([
    { link: "/prices/", place: "HEADER", label: "Kainos", otherLabel: "Kainos" },
    { link: "/kids/", place: "HEADER", label: "", otherLabel: "" },
  ]);
  inLanguage("en", () => expect(menuLinksOf(contentOf({ MenuLinks }))[0]?.label).toBe("Prices"));
});

test("a redirect leads to a page or another site, and never to itself", () => {
  const Redirects = [
    { from: "/kainos-2019", to: "/prices/" },
    { from: "/parduotuve/", to: "https://shop.example/" },
    { from: "/a/", to: "/a/" },
    { from: "/b/", to: "//evil.example" },
    { from: "/c/", to: "/\\evil.example" },
    { from: "/d/", to: "/\t/evil.example" },
    { from: "https://x.example/", to: "/prices/" },
  ];
  expect(redirectsOf(contentOf({ Redirects }))).toEqual({
    "/kainos-2019/": "/prices/",
    "/parduotuve/": "https://shop.example/",
  });
});
