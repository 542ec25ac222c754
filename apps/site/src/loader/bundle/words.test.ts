import { expect, test } from "vitest";
import { namedIn } from "./words.ts";

const keys = [
  "skip",
  "signIn.title",
  "signIn.failed",
  "signIn.failed.timeout",
  "signIn.failed.offline",
  "page.home",
  "hours.heading",
];

test.each([
  ['say("page.home")', ["page.home"]],
  ["say('page.home', { x })", ["page.home"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is read
  ["say(`signIn.failed.${code}`)", ["signIn.failed.timeout", "signIn.failed.offline"]],
  ['const texts = { a: "skip" } as const; say(texts[a])', ["skip"]],
  ['say("hours." + name)', ["hours.heading"]],
  ['say("signIn.failed")', ["signIn.failed"]],
  ['import x from "./page.home.ts"; go("/skip/")', []],
])("%s names %j", (code, named) => {
  expect(namedIn(code, keys)).toEqual(named);
});
