import type { Messages } from "../../generated/site/messages.ts";

/** The key of a message without parameters. */
type Word = { [Key in keyof Messages]: null extends Messages[Key] ? Key : never }[keyof Messages];

/** The texts of each page that the owner can edit: the key in the page's collection, and the message shown by default. */
export const pageTexts = {
  HomePage: {
    title: "home.title",
    description: "home.description",
    hero: "home.hero",
    lead: "home.lead",
    doorFirstTime: "home.door.firstTime",
    doorChildren: "home.door.children",
    doorTrainings: "home.door.trainings",
    nextHint: "home.next.hint",
    nextNone: "home.next.none",
    coursesLead: "home.courses.lead",
    vat: "home.prices.vat",
  },
  SchedulePage: {
    description: "schedule.description",
    pale: "schedule.pale",
    emptyWeek: "schedule.empty.week",
  },
  BookingPage: {
    description: "booking.description",
    lead: "booking.lead",
    bringClothes: "booking.done.bring.clothes",
    bringShoes: "booking.done.bring.shoes",
    bringEarly: "booking.done.bring.early",
  },
  PricesPage: {
    description: "prices.description",
    lead: "prices.lead",
    activitiesLead: "prices.activities.lead",
    vat: "home.prices.vat",
  },
  PrivatePage: {
    head: "private.head",
    description: "private.description",
    lead: "private.lead",
    none: "private.none",
    chooseLead: "private.choose.lead",
    includedIndividual: "private.included.individual",
    includedGroup: "private.included.group",
    includedBirthday: "private.included.birthday",
    includedCompany: "private.included.company",
    includedSchool: "private.included.school",
    rulesLesson: "private.rules.lesson",
    rulesEvent: "private.rules.event",
    requestLead: "private.request.lead",
  },
  BelayTestPage: {
    head: "belay.head",
    description: "belay.description",
    lead: "belay.lead",
    who: "belay.who.text",
    age: "belay.facts.age.value",
    bring: "belay.facts.bring.value",
    checkedLead: "belay.checked.lead",
    knot: "belay.checked.knot.text",
    device: "belay.checked.device.text",
    partner: "belay.checked.partner.text",
    fall: "belay.checked.fall.text",
    passed: "belay.after.passed",
    failed: "belay.after.failed",
  },
  OrderPage: {
    title: "order.title",
    lead: "order.lead",
    bookings: "order.next.bookings",
    prices: "order.next.prices",
    phone: "order.next.phone",
  },
} as const satisfies Record<string, Record<string, Word>>;

export type PageTexts = typeof pageTexts;
export type PageName = keyof PageTexts;

/** The names of the pages in the editor. */
export const pageNames = {
  HomePage: "page.home",
  SchedulePage: "page.schedule",
  BookingPage: "page.booking",
  PricesPage: "page.prices",
  PrivatePage: "private.head",
  BelayTestPage: "belay.head",
  OrderPage: "order.title",
} as const satisfies Record<PageName, Word>;
