import { PlatformError } from "@uola/client";
import { expect, test, vi } from "vitest";
import { adminErrorMessage, errorSummaryLine } from "./sentences.ts";

const refused = (code: string) => new PlatformError("", { kind: "application", status: 409, code });

test.each([
  [refused("CATEGORY_IN_USE"), "Kategorijoje yra paslaugų"],
  [refused("SCHEDULE_CAPACITY_EXCEEDED"), "Tiek laisvų vietų nėra"],
  [refused("REVISION_MISMATCH"), "Kas nors kitas ką tik tai pakeitė"],
  [new PlatformError("", { kind: "validation", status: 400 }), "Neišsaugota: kai kurie laukeliai netinka"],
  [new PlatformError("", { kind: "system" }), "Nėra interneto ryšio"],
  [refused("NOBODY_KNOWS"), "Nepavyko. Niekas nepakeista."],
  [refused("toString"), "Nepavyko. Niekas nepakeista."],
])("%o has a readable error message", (error, beginning) =>
  expect(adminErrorMessage(error).startsWith(beginning)).toBe(true),
);

test("a missing permission and an expired login session have different messages", () => {
  const denied = () => adminErrorMessage(refused("PERMISSION_DENIED"));
  vi.stubGlobal("document", { cookie: `wrefreshToken=${encodeURIComponent('{"role":"member"}')}` });
  expect(denied()).toMatch(/^Jūsų pareigos to daryti neleidžia/);
  vi.stubGlobal("document", { cookie: `wrefreshToken=${encodeURIComponent('{"role":"visitor"}')}` });
  expect(denied()).toMatch(/^Jūsų prisijungimas baigėsi/);
  vi.unstubAllGlobals();
});

test("a line of the error summary continues in lower case after the field label", () =>
  expect(errorSummaryLine("Kaina, €", "Įrašykite sumą.")).toBe("Kaina, €: įrašykite sumą."));
