import { PlatformError } from "@uola/client";
import { expect, test } from "vitest";
import { sentenceOf, wrongLine } from "./sentences.ts";

const refused = (code: string) => new PlatformError("", { kind: "application", status: 409, code });

test.each([
  [refused("CATEGORY_IN_USE"), "Kategorijoje yra paslaugų"],
  [refused("SCHEDULE_CAPACITY_EXCEEDED"), "Tiek laisvų vietų nėra"],
  [refused("REVISION_MISMATCH"), "Kas nors kitas ką tik tai pakeitė"],
  [new PlatformError("", { kind: "validation", status: 400 }), "Neišsaugota: kai kurie laukeliai netinka"],
  [new PlatformError("", { kind: "system" }), "Nėra interneto ryšio"],
  [refused("NOBODY_KNOWS"), "Nepavyko. Niekas nepakeista."],
  [refused("toString"), "Nepavyko. Niekas nepakeista."],
])("%o is told in a sentence", (error, beginning) => expect(sentenceOf(error).startsWith(beginning)).toBe(true));

test("in a list a sentence goes on after its field", () =>
  expect(wrongLine("Kaina, €", "Įrašykite sumą.")).toBe("Kaina, €: įrašykite sumą."));
