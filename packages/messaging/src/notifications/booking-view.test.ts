import { paletteOf } from "@uola/art";
import { words } from "@uola/words/mail";
import { expect, test } from "vitest";
import type { BookingFacts } from "./booking-facts.ts";
import { type Before, type ChangedLesson, type Template, validStatusesByTemplate, viewOf } from "./booking-view.ts";
import { htmlMail } from "./mail-html.ts";
import { plainText } from "./mail-text.ts";
import type { View } from "./mail-view.ts";
import { now } from "./testing.ts";

type More = {
  booking?: Partial<BookingFacts["booking"]>;
  service?: Partial<BookingFacts["service"]>;
  policy?: object;
  location?: string;
};
const facts = ({ booking, service, policy, location }: More = {}): BookingFacts => ({
  booking: {
    id: "0199c3f0-5a7e-7abc-9def-0123456789ab",
    revision: 1,
    status: "CONFIRMED",
    participants: 2,
    choices: null,
    names: [],
    contactEmail: "ona@example.lt",
    guest: true,
    ownMailbox: false,
    paymentStatus: "UNDEFINED",
    payAtGym: true,
    payByPass: false,
    soldFor: undefined,
    calendarSequence: 0,
    createdDate: now,
    updatedDate: now,
    ...booking,
  },
  service: {
    name: "Įvadas į boulderingą",
    payment: { rateType: "FIXED", fixed: { price: { value: "25", currency: "EUR" } } },
    category: "Pirmą kartą",
    kind: "firstTime",
    course: false,
    ...service,
  },
  calledOff: false,
  sessions: [{ id: "s", start: new Date("2026-09-09T15:00:00Z"), end: new Date("2026-09-09T16:30:00Z") }],
  staff: [{ name: "Rūta", title: "trenerė" }],
  policy: {
    id: "0199c3f0-5a7e-7abc-9def-0123456789ac",
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
    ...policy,
  },
  location: location ?? "Skardžio g. 14, Vilnius",
  gym: {
    name: "Uola",
    address: "Skardžio g. 14, LT-03155 Vilnius",
    phone: "+37060000014",
    email: "labas@uola.example",
    demo: true,
    palette: paletteOf(),
  },
});

const siteUrl = "http://localhost:3000";
const view = (
  template: Template,
  bookingFacts: BookingFacts,
  more: {
    message?: string;
    locale?: "lt" | "en";
    at?: Date;
    before?: Before;
    of?: Date;
    lessons?: ChangedLesson[];
  } = {},
): View => {
  const locale = more.locale ?? "lt";
  const calendarLink = "http://localhost:3001/v1/bookings/x/calendar.ics?key=k";
  return viewOf({
    facts: bookingFacts,
    template,
    message: more.message,
    ...(more.before && { before: more.before }),
    of: more.of,
    lessons: more.lessons,
    locale,
    words: words(locale),
    siteUrl,
    manageUrl: `${siteUrl}/booking/manage/?key=k`,
    calendarLink,
    webCalendars: { google: "https://calendar.google.com/x", outlook: "https://outlook.live.com/x" },
    now: more.at ?? now,
  });
};
/** Returns the visible text, without tags and with ordinary spaces. */
const seen = (text: string) =>
  text
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&nbsp;|\u00a0/g, " ")
    .replace(/\s+/g, " ");

test("a confirmation mail states time, place, participants, price, deadline and how to cancel", () => {
  const mail = view("booking-confirmed", facts());
  expect(mail.subject).toBe("Rezervacija patvirtinta: Įvadas į boulderingą, rugsėjo 9\u00a0d., 18:00");
  for (const text of [seen(htmlMail(mail)), seen(plainText(mail))])
    for (const fact of [
      "Laba diena,",
      "laukiame jūsų trečiadienį, rugsėjo 9 d., 18:00.",
      "Trečiadienis, rugsėjo 9 d.",
      "Įvadas į boulderingą",
      "Trenerė: Rūta",
      "R-4D2P-F2DB",
      "2 dalyviai",
      "Skardžio g. 14, Vilnius",
      "50,00 € (2 × 25,00 €), mokėsite salėje",
      "Nemokamai atšaukti galima iki rugsėjo 8 d., 18:00.",
      "Atšaukti rezervaciją",
      "Pridėti į kalendorių",
      "+370 600 00014",
      "Demonstracinis turinys.",
    ])
      expect(text).toContain(fact);
  expect(htmlMail(mail)).toContain(`alt="18:00–\u206019:30"`);
  expect(plainText(mail)).toContain("18:00–19:30");
  expect(mail.sections.at(-1)?.links?.[0]?.url).toBe(`${siteUrl}/booking/manage/?key=k`);
  expect(mail.ticket?.scan?.url).toBe(`${siteUrl}/account/?booking=0199c3f0-5a7e-7abc-9def-0123456789ab`);
});

test.each([
  [1, "1 dalyvis", "laikome jums 1 vietą."],
  [2, "2 dalyviai", "laikome jums 2 vietas."],
  [10, "10 dalyvių", "laikome jums 10 vietų."],
  [11, "11 dalyvių", "laikome jums 11 vietų."],
  [21, "21 dalyvis", "laikome jums 21 vietą."],
  [22, "22 dalyviai", "laikome jums 22 vietas."],
])("formats the number of %i participants in correct Lithuanian", (participants, value, held) => {
  const mail = view("booking-pending", facts({ booking: { status: "PENDING", participants } }));
  expect(mail.rows[0]?.value).toBe(value);
  expect(mail.lead).toContain(held);
});

test("states the cancellation deadline in Vilnius time, even across a clock change", () => {
  const start = new Date("2026-10-25T16:00:00Z");
  const bookingFacts = { ...facts(), sessions: [{ id: "s", start, end: new Date("2026-10-25T17:00:00Z") }] };
  const plans = view("booking-confirmed", bookingFacts).sections.at(-1);
  // The clocks go back that day, so 24 hours before 18:00 is 19:00 on the day before.
  expect(plans?.text?.[0]).toContain("iki spalio 24\u00a0d., 19:00.");
});

test.each([
  ["no cancellation policy", {}, "internetu atšaukti negalima", "Peržiūrėti rezervaciją"],
  [
    "possible until the start",
    { enabled: true, limitLatestCancellation: false },
    "iki pat pradžios",
    "Atšaukti rezervaciją",
  ],
  [
    "deadline already passed",
    { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 30 * 1440 },
    "jau vėlu",
    "Peržiūrėti rezervaciją",
  ],
])("a confirmation mail explains online cancellation by the customer: %s", (_name, rule, words, link) => {
  const policy = { cancellationPolicy: "enabled" in rule ? rule : null };
  const plans = view("booking-confirmed", facts({ policy })).sections.at(-1);
  expect(plans?.text?.[0]).toContain(words);
  expect(plans?.links?.map(({ text }) => text)).toEqual([link]);
});

test.each([
  ["unpaid booking of one place", { participants: 1 }, {}, ["Mokėti", "25,00\u00a0€, mokėsite salėje"]],
  ["paid", { paymentStatus: "PAID" as const }, {}, ["Sumokėta", "50,00\u00a0€"]],
  ["paid with a coupon", { paymentStatus: "PAID" as const, soldFor: 4000 }, {}, ["Sumokėta", "40,00\u00a0€"]],
  ["paid with a pass", { paymentStatus: "PAID" as const, payByPass: true }, {}, ["Sumokėta", "abonementu"]],
  ["free", {}, { payment: { rateType: "NO_FEE" as const } }, ["Kaina", "Mokėti nereikia"]],
  ["not payable at the gym", { payAtGym: false }, {}, ["Kaina", "50,00\u00a0€"]],
])("the payment line of a confirmation mail: %s", (_name, booking, service, [label, value]) => {
  const row = view("booking-confirmed", facts({ booking, service })).rows.at(-1);
  expect([row?.label, row?.value]).toEqual([label, value]);
});

test("a mail does not present a cancellation by the gym as the customer's change of plans, nor a returned pass entry as a refund of money", () => {
  const canceled = { status: "CANCELED" as const, paymentStatus: "REFUNDED" as const };
  const mailText = (payByPass: boolean, calledOff = true) =>
    seen(plainText(view("booking-canceled", { ...facts({ booking: { ...canceled, payByPass } }), calledOff })));
  expect(mailText(true)).toContain("šis užsiėmimas neįvyks");
  expect(mailText(true)).toContain("Įėjimas grąžintas į abonementą");
  expect(mailText(true)).not.toMatch(/planai|Pinigai/);
  expect(mailText(false, false)).toContain("Pinigai grąžinti");
});

test("a cancellation mail has no code, no price and no directions", () => {
  const mail = view("booking-canceled", facts({ booking: { status: "CANCELED" } }), { message: "Trenerė susirgo." });
  const text = seen(plainText(mail));
  expect(text).toContain("Rezervacija atšaukta");
  expect(text).toContain("Salės žinutė: Trenerė susirgo.");
  expect(text).not.toMatch(/Mokėti|Kaip atvykti|Atšaukti rezervaciją|bilietas/);
  expect(mail.ticket).toMatchObject({ off: true, scan: undefined });
  expect(mail.button?.url).toBe(`${siteUrl}/schedule/`);
});

const earlier = { start: new Date("2026-09-08T15:00:00Z"), end: new Date("2026-09-08T16:30:00Z") };

test("a rescheduling mail shows the old and the new time, and a ticket if the booking is confirmed", () => {
  const mail = view("booking-rescheduled", facts(), { before: earlier });
  expect(mail.subject).toBe("Pasikeitė laikas: Įvadas į boulderingą, rugsėjo 9\u00a0d., 18:00");
  const text = seen(plainText(mail));
  expect(text).toContain("laukiame jūsų trečiadienį, rugsėjo 9 d., 18:00");
  expect(text).toContain("Buvo: Antradienis, rugsėjo 8 d., 18:00–19:30");
  expect(mail.ticket?.scan).toBeDefined();
  const waits = view("booking-rescheduled", facts({ booking: { status: "PENDING" } }), { before: earlier });
  expect(waits.ticket?.scan).toBeUndefined();
  expect(waits.lead).toContain("Kai naują laiką patvirtinsime");
});

test("a mail about changed course lessons lists the moved and the canceled lessons", () => {
  const at = (hour: number) => ({
    start: new Date(Date.UTC(2026, 8, 8, hour)),
    end: new Date(Date.UTC(2026, 8, 8, hour + 1)),
  });
  const lessons = [
    { from: at(15), to: at(17) },
    { from: at(15), to: null },
  ];
  const mail = view("booking-rescheduled", facts(), { before: earlier, lessons });
  expect(mail.subject).toBe("Pasikeitė kurso užsiėmimai: Įvadas į boulderingą");
  const text = seen(plainText(mail));
  expect(text).toContain("Antradienis, rugsėjo 8 d., 18:00–19:00 – dabar Antradienis, rugsėjo 8 d., 20:00–21:00");
  expect(text).toContain("Antradienis, rugsėjo 8 d., 18:00–19:00 – nevyks");
  expect(text).not.toContain("Buvo:");
});

test("a mail about a changed number of participants shows the new number, the names and the old number", () => {
  const names = ["Jonas Jonaitis", "Ona", "Gabija"];
  const mail = view("booking-changed", facts({ booking: { participants: 3, names } }), { before: { participants: 2 } });
  expect(mail.rows[0]?.value).toBe("3 dalyviai (buvo 2): Jonas Jonaitis, Ona, Gabija");
  expect(seen(mail.lead)).toBe("dabar rezervacijoje 3 dalyviai. Laikas tas pats – trečiadienį, rugsėjo 9 d., 18:00.");
});

test("shortens a long list of participants", () => {
  const names = Array.from({ length: 25 }, (_, index) => `V${index + 1}`);
  const mail = view("booking-confirmed", facts({ booking: { participants: 25, names } }));
  expect(mail.rows[0]?.value).toMatch(/^25 dalyviai: V1, V2, .*V12 ir dar 13$/);
});

test("a course reminder is about the next session and lists the others", () => {
  const week = (index: number) => new Date(Date.UTC(2026, 8, 9 + 7 * index, 15));
  const sessions = [0, 1, 2].map((index) => ({
    id: `s${index}`,
    start: week(index),
    end: new Date(+week(index) + 5_400_000),
  }));
  const bookingFacts = { ...facts({ service: { course: true } }), sessions };
  const mail = view("booking-reminder", bookingFacts, { of: week(1) });
  expect(mail.subject).toBe("Primename: Įvadas į boulderingą, rugsėjo 16\u00a0d., 18:00");
  expect(mail.ticket?.day).toBe("Trečiadienis, rugsėjo 16\u00a0d.");
  // The cancellation deadline is calculated from the first session of the course.
  expect(mail.sections.at(-1)?.text?.[0]).toContain("rugsėjo 8\u00a0d.");
});

test("shows links for adding the booking to other calendars only while the booking holds places", () => {
  const links = (template: Template, status: BookingFacts["booking"]["status"] = "CONFIRMED") =>
    view(template, facts({ booking: { status } })).alternatives.map(({ url }) => new URL(url).hostname);
  expect(links("booking-confirmed")).toEqual(["calendar.google.com", "outlook.live.com"]);
  expect(links("booking-canceled", "CANCELED")).toEqual([]);
  expect(seen(plainText(view("booking-confirmed", facts())))).toContain(
    "„Google“ kalendorius: https://calendar.google.com/x",
  );
});

test("escapes HTML in names", () => {
  const name = `<script>alert(1)</script>"'&\r\nBcc: x@y.lt`;
  const mail = view("booking-confirmed", facts({ service: { name, category: name }, location: name }), {
    message: `<img src=x onerror=alert(1)>\n${name}`,
  });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  const html = htmlMail(mail);
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<img src=x");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
});

test("the English booking mail contains no Lithuanian text", () => {
  const mail = view("booking-confirmed", facts(), { locale: "en" });
  const text = seen(plainText(mail));
  expect(text).toContain("We look forward to seeing you on Wednesday, 9 September, 18:00.");
  expect(text).toContain("You can cancel free of charge until 8 September, 18:00.");
  expect(htmlMail(mail)).toContain('<html lang="en">');
  expect(text).not.toMatch(/Laba|Vieta|Mokėti|Dalyvi|Atšaukti|Demonstracinis/);
});

test("no booking mail loads anything from the network", () => {
  for (const template of Object.keys(validStatusesByTemplate) as Template[]) {
    const html = htmlMail(view(template, facts()));
    expect(
      [...html.matchAll(/(?:src=|background=|url\()["']?([^"')>]+)/g)]
        .map(([, url]) => url)
        .filter((url) => !url?.startsWith("cid:")),
    ).toEqual([]);
  }
});
