import { say } from "@uola/words/site";
import { pageTexts } from "@uola/words/site/pages";
import { expect, test } from "vitest";
import { pricesOf, privateTrainers, questionsOn, textsOf } from "./content.ts";

test("a text is what the owner wrote; what says nothing, or is no text, says what the house would", () => {
  const [hero, lead, vat] = ["Aukštyn", "  ", 5];
  const texts = textsOf("HomePage", { HomePage: [{ _id: "page", hero, lead, vat }] });
  expect(texts).toMatchObject({ hero, lead: say("home.lead"), vat: say("home.prices.vat") });
  expect(Object.keys(texts)).toEqual(Object.keys(pageTexts.HomePage));
});

test.each([[{}], [{ HomePage: [] }]])("a page whose collection the owner deleted is whole: %j", (content) => {
  expect(textsOf("HomePage", content).hero).toBe(say("home.hero"));
  expect(questionsOn("HomePage", content)).toEqual([]);
  expect(privateTrainers(content)).toEqual([]);
});

test("a page has the questions that name it, whole ones, and nothing in them runs", () => {
  const answer = '<p onclick="x()">Taip<script>alert(1)</script></p>';
  const question = { question: "Ar duodate batelius?", answer, pages: ["HomePage", "PricesPage"] };
  const content = {
    Questions: [
      { _id: "a", ...question },
      { _id: "b", ...question, pages: [" kainos"] },
      { _id: "c", ...question, answer: "<script>1</script>" },
      { _id: "d", ...question, question: null },
      { _id: "e", question: "Be puslapių", answer },
    ],
  };
  expect(questionsOn("HomePage", content)).toEqual([{ id: "a", question: question.question, answer: "<p>Taip</p>" }]);
  expect(questionsOn("PricesPage", content).map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a price is shown when it has a name and a sum", () => {
  const Prices = [
    { name: "Bilietas", price: 9.3, from: true, note: "visai dienai" },
    { name: "Narystė", price: 54 },
    { name: "Nuoma" },
    { name: " ", price: 5 },
    { name: "Nuolaida", price: -1 },
  ];
  expect(pricesOf({ Prices })).toEqual([
    { name: "Bilietas", cents: 930, from: true, note: "visai dienai" },
    { name: "Narystė", cents: 5400, from: false, note: "" },
  ]);
});

test("trainers come with a photograph of the library in the sizes of the screen, or without", () => {
  const id = "0b2f7c1e-8a6d-4f3b-9c55-1d2e3f405162";
  const photo = `wix:image://v1/${id}/ruta.jpg#originWidth=800&originHeight=600`;
  const [ruta, tomas, ...others] = privateTrainers({
    People: [
      { _id: "a", name: "Rūta", role: "trenerė", about: "<p>Ji</p>", trainsPrivately: true, photo },
      { _id: "b", name: "Tomas", trainsPrivately: true, photo: "javascript:alert(1)" },
      { _id: "c", name: "Agnė" },
      { _id: "d", trainsPrivately: true },
    ],
  });
  expect(ruta).toMatchObject({ name: "Rūta", about: "<p>Ji</p>" });
  expect(ruta?.photo?.sources[0]?.srcSet).toContain(`/media/${id}/320-1x1.avif/ruta.jpg`);
  expect(tomas).toEqual({ id: "b", name: "Tomas", role: "", about: "", photo: null });
  expect(others).toEqual([]);
});
