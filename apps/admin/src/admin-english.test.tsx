import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Auth } from "@uola/browser/session/user.ts";
import { Tree } from "@uola/page-loader/tree.tsx";
import { words } from "@uola/words/admin";
import { inLanguage } from "@uola/words/language";
import type { ComponentType, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { pages } from "./admin-pages.ts";

// Test files that run in the same worker share modules. Without the reset, modules that another
// file has already loaded would not use the mocks of this file.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

const owner: Auth = {
  isLoading: false,
  isAuthenticated: true,
  error: undefined,
  user: { id: "1", firstName: "Ona", lastName: "", email: "ona@uola.example", role: "owner" },
};
/** The user is signed in as the owner. */
vi.mock("@uola/browser/session/session.tsx", () => ({
  useAuth: () => owner,
  useIsOwner: () => true,
  useHasPower: () => true,
}));

const lithuanian = /[ąčęėįšųūž]/i;
const now = new Date("2026-09-09T10:00:00Z");

/**
 * Returns the texts of an admin page before the platform has responded, including attributes that
 * are read by screen readers.
 */
async function shown(path: string, view: { default: ComponentType<never> }): Promise<string[]> {
  const address = `/en${path.replace("*", "nothing/").replace(/:\w+/g, "1")}`;
  const from = { page: "test", path: address, search: "", now: now.toISOString(), params: {}, data: null };
  const around = {
    app: { name: "Uola", languages: ["lt", "en"], platformUrl: "http://platform.test", clientId: "test" },
    slices: {},
    pages,
    frame: { Frame: ({ children }: { children: ReactNode }) => children, Failed: () => null },
  };
  const html = inLanguage("en", () =>
    renderToStaticMarkup(
      <Tree shown={{ kind: "app", from, answers: {}, search: "", view } as never} around={around as never} />,
    ),
  );
  const said = [...html.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text = ""]) => text);
  return [...html.replace(/<[^>]*>/g, "\n").split("\n"), ...said].filter(Boolean);
}

test.each(Object.entries(pages))(
  "the page %s shows no Lithuanian text to an English-speaking team",
  async (name, row) => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("location", new URL(`http://localhost/en${row.path}`));
    const texts = await shown(row.path, (await row.view()) as never);
    vi.unstubAllGlobals();
    // The language switch is labelled in the target language.
    const wrong = texts.filter((text) => lithuanian.test(text.replace("LT – Lietuviškai", "")));
    expect(wrong).toEqual([]);
    if (name !== "print-vouchers") expect(texts).toContain(words("en")("nav"));
  },
);

/**
 * Languages and names keep their own spelling; the language of a printed voucher is chosen by the
 * buyer.
 */
const asTheyAre = [
  "packages/browser/src/other-language.ts",
  "packages/browser/src/gym/blanks.ts",
  "apps/site/src/pages/gift/gift.tsx",
  "apps/admin/src/pages/vouchers/print.tsx",
];

test("no page contains hard-coded texts; all texts are in @uola/words", () => {
  const plain = (code: string) => code.replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "");
  expect([lithuanian.test(plain('say("Įrašas")')), lithuanian.test(plain("/** „Įrašas“ */\n  // Įrašas"))]).toEqual([
    true,
    false,
  ]);
  const root = join(import.meta.dirname, "../../..");
  const folders = "{apps/{admin,site,web},packages/{browser,page-loader,ui}}/src";
  const sources = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (path) => !/\.(test|testing|fixture)\.tsx?$|^apps\/web\/src\/kit\//.test(path) && !asTheyAre.includes(path),
  );
  expect(sources.length).toBeGreaterThan(400);
  const wrong = sources.filter((path) => lithuanian.test(plain(readFileSync(join(root, path), "utf8"))));
  expect(wrong).toEqual([]);
});

test("the English texts of the admin site contain no Lithuanian", () => {
  const english = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../packages/words/src/admin/en.json"), "utf8"),
  ) as Record<string, string>;
  expect(Object.entries(english).filter(([, text]) => lithuanian.test(text))).toEqual([]);
});
