import { expect, test } from "vitest";
import { course, gym, newsArticle, offer, person, questions, service, sessionEvent, trail } from "./structured-data.ts";
import { vocabularyViolations } from "./vocabulary.testing.ts";

const business = {
  name: "Uola",
  address: "Skardžio g. 14, LT-03155 Vilnius",
  phone: "+37060000014",
  email: "labas@uola.example",
  timeZone: "Europe/Vilnius",
  currency: "EUR",
  openingHours: [
    { weekday: 1, open: "08:00", close: "22:00" },
    { weekday: 7, open: "09:00", close: "20:00" },
  ],
  specialHours: [
    { date: "2026-12-25", name: "Kalėdos", closed: true },
    { date: "2026-12-24", name: "Kūčios", closed: false, open: "09:00", close: "14:00" },
  ],
} as unknown as Parameters<typeof gym>[0];

const session = {
  title: "Boulderingo technika",
  tagLine: "Kojos, svoris, ramybė",
  start: "2026-09-09T16:00:00.000Z",
  end: "2026-09-09T17:30:00.000Z",
  open: 3,
  total: 12,
  state: "free",
  cents: 1500,
  href: "/booking/?service=technika",
};

test.each([
  ["the gym", gym(business)],
  [
    "a gym with an unstructured address and no contact details",
    gym({ ...business, address: "Vilnius", email: "", phone: "" }),
  ],
  ["a session", sessionEvent(session)],
  ["a session without a price", sessionEvent({ ...session, cents: null, tagLine: "" })],
  [
    "a course",
    course({
      name: "Pradžia",
      description: "",
      href: "/courses/",
      cents: 9000,
      places: "full",
      dates: [{ start: session.start, end: session.end, trainers: ["Rūta"] }],
    }),
  ],
  [
    "a course without dates",
    course({ name: "Pradžia", description: "Aštuoni kartai", href: "/courses/", cents: null }),
  ],
  ["a service", service({ name: "Asmeninė treniruotė", description: "", href: "/services/asmenine/", cents: 4500 })],
  [
    "somebody",
    person({ name: "Rūta", role: "trenerė", photo: "/media/1", languages: ["lt", "en"], knowsAbout: ["Boulderingas"] }),
  ],
  [
    "a news article",
    newsArticle({
      title: "Perstatyta siena",
      lead: "Dvidešimt naujų trasų.",
      date: "2026-11-16",
      updated: session.start,
      image: "/media/1",
      href: "/news/perstatyta-siena/",
    }),
  ],
  ["questions", questions([{ question: "Ar reikia batelių?", answer: "<p>Taip.</p>" }])],
  [
    "a breadcrumb trail",
    trail([
      { name: "Pradžia", href: "/" },
      { name: "Kainos", href: "/prices/" },
    ]),
  ],
])("structured data for %s conforms to schema.org", (_, thing) => {
  expect(vocabularyViolations(thing)).toEqual([]);
});

test("includes the time, location, price and availability in a session's structured data", () => {
  expect(sessionEvent(session)).toMatchObject({
    startDate: session.start,
    location: { "@id": "/#gym" },
    offers: { price: "15.00", priceCurrency: "EUR", availability: "https://schema.org/InStock" },
  });
  expect(sessionEvent({ ...session, open: 0 })).toMatchObject({
    offers: { availability: "https://schema.org/SoldOut" },
  });
  expect(sessionEvent({ ...session, state: "canceled" })).toMatchObject({
    eventStatus: "https://schema.org/EventCancelled",
  });
  expect(offer({ cents: null, href: "/" })).toBeUndefined();
});

test("lists opening hours by weekday and marks a holiday as closed in the gym's structured data", () => {
  expect(gym(business)).toMatchObject({
    address: { streetAddress: "Skardžio g. 14", postalCode: "LT-03155", addressLocality: "Vilnius" },
    openingHoursSpecification: [{ dayOfWeek: "Monday", opens: "08:00" }, { dayOfWeek: "Sunday" }],
    specialOpeningHoursSpecification: [
      { validFrom: "2026-12-25", opens: "00:00", closes: "00:00" },
      { validFrom: "2026-12-24", opens: "09:00", closes: "14:00" },
    ],
  });
});

test.each([
  [{ "@type": "Gimnazija" }, "no type"],
  [{ "@type": "Offer", cost: "9.00" }, "no such property"],
  [{ "@type": "Offer", availability: "https://schema.org/Maybe" }, "does not take"],
  [{ "@type": "Event", location: { "@type": "Offer" } }, "does not take"],
  [{ "@type": "Event", location: { "@type": "Place", adress: "Vilnius" } }, "location.adress"],
])("reports %j as a violation of the vocabulary", (thing, complaint) => {
  expect(vocabularyViolations(thing).join()).toContain(complaint);
});
