import type { words } from "@uola/words/site";

type Word = Parameters<ReturnType<typeof words>>[0];
/** A text of a page: its key in the collection, what the owner knows it as, and what it says until somebody changes it. */
type Text = readonly [key: string, displayName: string, word: Word];

/** The pages whose texts the owner writes: one collection with one item each. */
export const pages = {
  HomePage: {
    displayName: "Pradžios puslapis",
    texts: [
      ["title", "Pavadinimas paieškos sistemose", "home.title"],
      ["description", "Aprašymas paieškos sistemose", "home.description"],
      ["hero", "Didysis užrašas", "home.hero"],
      ["lead", "Įžanga po didžiuoju užrašu", "home.lead"],
      ["doorFirstTime", "Pirmą kartą: kvietimas", "home.door.firstTime"],
      ["doorChildren", "Vaikams: kvietimas", "home.door.children"],
      ["doorTrainings", "Treniruotės: kvietimas", "home.door.trainings"],
      ["nextHint", "Po antrašte „Artimiausi užsiėmimai“", "home.next.hint"],
      ["nextNone", "Kai artimiausių užsiėmimų nėra", "home.next.none"],
      ["coursesLead", "Po antrašte „Kursai“", "home.courses.lead"],
      ["vat", "Prie kainų: PVM", "home.prices.vat"],
    ],
  },
  SchedulePage: {
    displayName: "Tvarkaraščio puslapis",
    texts: [
      ["description", "Aprašymas paieškos sistemose", "schedule.description"],
      ["pale", "Paaiškinimas po tvarkaraščiu", "schedule.pale"],
      ["emptyWeek", "Kai savaitę užsiėmimų nėra", "schedule.empty.week"],
    ],
  },
  BookingPage: {
    displayName: "Rezervacijos puslapis",
    texts: [
      ["description", "Aprašymas paieškos sistemose", "booking.description"],
      ["lead", "Įžanga", "booking.lead"],
      ["bringClothes", "Ką pasiimti", "booking.done.bring.clothes"],
      ["bringEarly", "Kada atvykti", "booking.done.bring.early"],
    ],
  },
  PricesPage: {
    displayName: "Kainų puslapis",
    texts: [
      ["description", "Aprašymas paieškos sistemose", "prices.description"],
      ["lead", "Įžanga", "prices.lead"],
      ["activitiesLead", "Po antrašte „Užsiėmimai“", "prices.activities.lead"],
      ["vat", "Prie kainų: PVM", "home.prices.vat"],
    ],
  },
  PrivatePage: {
    displayName: "Asmeninių treniruočių ir renginių puslapis",
    texts: [
      ["head", "Antraštė", "private.head"],
      ["description", "Aprašymas paieškos sistemose", "private.description"],
      ["lead", "Įžanga", "private.lead"],
      ["none", "Kai rinktis nėra iš ko", "private.none"],
      ["chooseLead", "Po antrašte „Kas ateis?“", "private.choose.lead"],
      ["includedIndividual", "Individuali treniruotė: kas įeina (po vieną eilutėje)", "private.included.individual"],
      ["includedGroup", "Maža grupė: kas įeina (po vieną eilutėje)", "private.included.group"],
      ["includedBirthday", "Gimtadienis: kas įeina (po vieną eilutėje)", "private.included.birthday"],
      ["includedCompany", "Įmonės renginys: kas įeina (po vieną eilutėje)", "private.included.company"],
      ["includedSchool", "Klasės išvyka: kas įeina (po vieną eilutėje)", "private.included.school"],
      ["rulesLesson", "Taisyklės treniruotėms (po vieną eilutėje)", "private.rules.lesson"],
      ["rulesEvent", "Taisyklės renginiams (po vieną eilutėje)", "private.rules.event"],
      ["requestLead", "Po antrašte „Užklausa“", "private.request.lead"],
    ],
  },
  BelayTestPage: {
    displayName: "Saugojimo testo puslapis",
    texts: [
      ["head", "Antraštė", "belay.head"],
      ["description", "Aprašymas paieškos sistemose", "belay.description"],
      ["lead", "Įžanga", "belay.lead"],
      ["who", "Kam jo reikia (po vieną eilutėje)", "belay.who.text"],
      ["age", "Amžius", "belay.facts.age.value"],
      ["bring", "Ką pasiimti", "belay.facts.bring.value"],
      ["checkedLead", "Po antrašte „Ką tikriname“", "belay.checked.lead"],
      ["knot", "Tikriname: mazgas", "belay.checked.knot.text"],
      ["device", "Tikriname: saugojimo įtaisas", "belay.checked.device.text"],
      ["partner", "Tikriname: partnerio patikra", "belay.checked.partner.text"],
      ["fall", "Tikriname: kritimo sulaikymas", "belay.checked.fall.text"],
      ["passed", "Po testo: išlaikius", "belay.after.passed"],
      ["failed", "Po testo: neišlaikius", "belay.after.failed"],
    ],
  },
  OrderPage: {
    displayName: "Užsakymo puslapis",
    texts: [
      ["title", "Antraštė", "order.title"],
      ["lead", "Įžanga", "order.lead"],
      ["bookings", "Kas toliau: rezervuotos vietos", "order.next.bookings"],
      ["prices", "Kas toliau: kiek mokėti", "order.next.prices"],
      ["phone", "Kas toliau: klausimai", "order.next.phone"],
    ],
  },
} as const satisfies Record<string, { displayName: string; texts: readonly Text[] }>;
