import { expect, test } from "vitest";
import { answersOf, type Candidate, fitting } from "./quiz.ts";

const offer = (name: string, kind: Candidate["kind"], role: Candidate["role"] = null) => ({ name, kind, role });
const catalogue = [
  offer("Įvadas", "firstTime"),
  offer("Beždžioniukai", "children"),
  offer("Gimtadienis", "children", "birthday"),
  offer("Technika", "trainings"),
  offer("Individuali", "trainings", "individual"),
  offer("Maža grupė", "trainings", "group"),
  offer("Viršutinė sauga", "ropes", "belayCourse"),
  offer("Testas", "ropes", "belayTest"),
  offer("Jamas", "bouldering"),
];
const fits = (query: string) => {
  const answers = answersOf(new URLSearchParams(query));
  return answers && fitting(answers, catalogue).map(({ name }) => name);
};

test.each([
  ["who=child", ["Beždžioniukai"]],
  ["who=me&been=never", ["Įvadas"]],
  ["who=me&been=never&want=rope", ["Įvadas", "Viršutinė sauga"]],
  ["who=me&been=never&want=together", ["Maža grupė", "Įvadas"]],
  ["who=me&been=some&want=rope", ["Viršutinė sauga", "Testas"]],
  ["who=me&been=often&want=rope", ["Testas", "Viršutinė sauga"]],
  ["who=me&been=often&want=stronger", ["Technika", "Individuali"]],
  ["who=me&been=some&want=low", ["Jamas", "Įvadas"]],
])("the quiz answers %s lead to the suggestions %j", (query, names) => expect(fits(query)).toEqual(names));

test.each(["", "who=me", "been=never", "who=me&been=some", "who=dog&been=never", "who=me&been=some&want=beer"])(
  "the incomplete quiz answers %j give no suggestion",
  (query) => expect(fits(query)).toBeUndefined(),
);

test("the quiz suggests only services that are in the catalogue", () => {
  const answers = answersOf(new URLSearchParams("who=child"));
  expect(answers && fitting(answers, [offer("Jamas", "bouldering")])).toEqual([]);
});
