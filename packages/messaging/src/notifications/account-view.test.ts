import type { AccountMail, AccountTemplate } from "@uola/accounts";
import { paletteOf } from "@uola/art";
import { words } from "@uola/words/mail";
import { describe, expect, test } from "vitest";
import { accountView } from "./account-view.ts";
import { htmlMail } from "./mail-html.ts";
import { plainText } from "./mail-text.ts";
import { urls } from "./testing.ts";

const gym = {
  name: "Uola",
  address: "Skardžio g. 14, LT-03155 Vilnius",
  phone: "+37060000014",
  email: "labas@uola.example",
  demo: true,
  palette: paletteOf(),
};
type Facts = NonNullable<AccountMail["facts"]>;
function mail(template: AccountTemplate, locale: "lt" | "en", { secret = "", facts = {} as Facts } = {}) {
  const view = accountView({ order: { template, facts }, secret, locale, words: words(locale), gym, urls });
  return { ...view, html: htmlMail(view), text: plainText(view) };
}
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);

const templates: [AccountTemplate, Facts, lt: string, en: string, button: string | undefined][] = [
  ["account-verify-link", {}, "Patvirtinkite savo el. paštą", "Confirm your email address", "/email/verify"],
  ["account-reset-password", {}, "Pasirinkite naują slaptažodį", "Choose a new password", "/password/reset"],
  ["account-activate", {}, "Jūsų paskyra paruošta", "Your account is ready", "/account/activate"],
  ["account-change-email", {}, "Patvirtinkite naują adresą", "Confirm your new address", "/email/change"],
];

describe.each(templates)("%s", (template, facts, lt, en, path) => {
  test.each([
    ["lt" as const, lt, ""],
    ["en" as const, en, "&lang=en"],
  ])("in %s the button links to the identity site with the secret and the mail's language", (locale, title, lang) => {
    const { subject, html, text } = mail(template, locale, { secret: "s-3_cret", facts });
    const link = `${urls.identity}${path}?token=s-3_cret${lang}`;
    expect(subject).toBe(title);
    expect(links(html).filter((url) => url?.includes("s-3_cret"))).toEqual([link.replace("&", "&amp;")]);
    expect(text.match(/\S*s-3_cret\S*/g)).toEqual([link]);
    expect(html).toContain(`<html lang="${locale}">`);
  });
});

test("shows the verification code in the subject, in the preview and on its own line in the mail", () => {
  for (const [locale, subject] of [
    ["lt", "042137\u00a0– jūsų patvirtinimo kodas"],
    ["en", "042137 is your verification code"],
  ] as const) {
    const templates = mail("account-verify-code", locale, { secret: "042137" });
    expect(templates.subject).toBe(subject);
    expect(templates.html).toMatch(/class="digits"[^>]*>042137<\/div>/);
    expect(templates.text).toMatch(/^ {4}042137$/m);
    expect(templates.html).not.toContain("token=");
  }
});

test.each([
  ["account-exists", {}, "Paskyrą jau turite", `${urls.identity}/password/forgot`],
  ["account-password-changed", {}, "Slaptažodis pakeistas", `${urls.identity}/password/forgot`],
  ["account-email-changed", {}, "Paskyros el. paštas pakeistas", "mailto:labas@uola.example"],
  [
    "account-second-factor-changed",
    { change: "PASSKEY_ADDED", name: "Rūtos telefonas" },
    "Pridėtas prieigos raktas",
    `${urls.identity}/password/forgot`,
  ],
  [
    "account-second-factor-changed",
    { change: "PASSKEY_REMOVED" },
    "Prieigos raktas pašalintas",
    `${urls.site}/account/`,
  ],
  [
    "account-second-factor-changed",
    { change: "AUTHENTICATOR_ADDED" },
    "Įjungta kodų programėlė",
    `${urls.site}/account/`,
  ],
  [
    "account-second-factor-changed",
    { change: "AUTHENTICATOR_REMOVED" },
    "Išjungta kodų programėlė",
    `${urls.site}/account/`,
  ],
  [
    "account-second-factor-changed",
    { change: "RECOVERY_CODES_RENEWED" },
    "Sukurti nauji atkūrimo kodai",
    `${urls.site}/account/`,
  ],
  [
    "account-second-factor-changed",
    { change: "RECOVERY_CODE_USED" },
    "Panaudotas atkūrimo kodas",
    `${urls.site}/account/`,
  ],
  ["account-approved", {}, "Jūsų paskyra patvirtinta", `${urls.site}/account/`],
  [
    "account-waiting",
    { name: "Ona", email: "ona@example.lt" },
    "Naujas narys laukia patvirtinimo",
    `${urls.site}/admin/members/`,
  ],
] as [AccountTemplate, Facts, string, string][])(
  "the mail %s with %j has the right subject, data and link",
  (template, facts, title, link) => {
    const templates = mail(template, "lt", { facts });
    expect(templates.subject).toBe(title);
    expect(links(templates.html)).toContain(link);
    expect(templates.text).toContain(link);
    for (const fact of [facts.name, facts.email]) if (fact) expect(templates.text).toContain(fact);
    expect(mail(template, "en", { facts }).text).not.toMatch(/Laba|paskyr|slaptažod|Jei/);
  },
);

test("a name cannot inject a tag, a header or a link", () => {
  const facts = { name: `<a href="https://evil.example">x</a>\r\nBcc: x@y.lt`, email: "ona@example.lt" };
  const { html, subject } = mail("account-waiting", "lt", { facts });
  expect(links(html)).not.toContain("https://evil.example");
  expect(subject).not.toMatch(/[\r\n]/);
});

test("an account mail loads nothing from the network", () => {
  for (const [template] of templates) {
    const { html } = mail(template, "lt", { secret: "s" });
    const fetched = [...html.matchAll(/(?:src=|background=|url\()["']?([^"')>]+)/g)].map(([, url]) => url);
    expect(fetched.filter((url) => !url?.startsWith("cid:"))).toEqual([]);
  }
});

test("an English mail links to English pages", () => {
  const { html } = mail("account-second-factor-changed", "en", { facts: { change: "PASSKEY_ADDED" } });
  const pages = links(html).filter((url) => url?.startsWith("http"));
  expect(pages).toEqual([`${urls.site}/en/account/`, `${urls.identity}/password/forgot?lang=en`, `${urls.site}/en`]);
});
