import type { PageName, PageTexts } from "@uola/words/site/pages";

type PageDefinitions = { [Page in PageName]: { displayName: string; texts: Record<keyof PageTexts[Page], string> } };

/** The pages and their texts, named for the owner. Each is a collection with a single item. */
export const pages = {
  HomePage: {
    displayName: "Pradžios puslapis",
    texts: {
      title: "Pavadinimas paieškos sistemose",
      description: "Aprašymas paieškos sistemose",
      hero: "Didysis užrašas",
      lead: "Įžanga po didžiuoju užrašu",
      doorFirstTime: "Pirmą kartą: kvietimas",
      doorChildren: "Vaikams: kvietimas",
      doorTrainings: "Treniruotės: kvietimas",
      nextHint: "Po antrašte „Artimiausi užsiėmimai“",
      nextNone: "Kai artimiausių užsiėmimų nėra",
      coursesLead: "Po antrašte „Kursai“",
      vat: "Prie kainų: PVM",
    },
  },
  SchedulePage: {
    displayName: "Tvarkaraščio puslapis",
    texts: {
      description: "Aprašymas paieškos sistemose",
      pale: "Paaiškinimas po tvarkaraščiu",
      emptyWeek: "Kai savaitę užsiėmimų nėra",
    },
  },
  BookingPage: {
    displayName: "Rezervacijos puslapis",
    texts: {
      description: "Aprašymas paieškos sistemose",
      lead: "Įžanga",
      bringClothes: "Ką pasiimti",
      bringShoes: "Ką pasiimti: bateliai",
      bringEarly: "Kada atvykti",
    },
  },
  PricesPage: {
    displayName: "Kainų puslapis",
    texts: {
      description: "Aprašymas paieškos sistemose",
      lead: "Įžanga",
      activitiesLead: "Po antrašte „Užsiėmimai“",
      vat: "Prie kainų: PVM",
    },
  },
  PrivatePage: {
    displayName: "Asmeninių treniruočių ir renginių puslapis",
    texts: {
      head: "Antraštė",
      description: "Aprašymas paieškos sistemose",
      lead: "Įžanga",
      none: "Kai rinktis nėra iš ko",
      chooseLead: "Po antrašte „Kas ateis?“",
      includedIndividual: "Individuali treniruotė: kas įeina (po vieną eilutėje)",
      includedGroup: "Maža grupė: kas įeina (po vieną eilutėje)",
      includedBirthday: "Gimtadienis: kas įeina (po vieną eilutėje)",
      includedCompany: "Įmonės renginys: kas įeina (po vieną eilutėje)",
      includedSchool: "Klasės išvyka: kas įeina (po vieną eilutėje)",
      rulesLesson: "Taisyklės treniruotėms (po vieną eilutėje)",
      rulesEvent: "Taisyklės renginiams (po vieną eilutėje)",
      requestLead: "Po antrašte „Užklausa“",
    },
  },
  BelayTestPage: {
    displayName: "Saugojimo testo puslapis",
    texts: {
      head: "Antraštė",
      description: "Aprašymas paieškos sistemose",
      lead: "Įžanga",
      who: "Kam jo reikia (po vieną eilutėje)",
      age: "Amžius",
      bring: "Ką pasiimti",
      checkedLead: "Po antrašte „Ką tikriname“",
      knot: "Tikriname: mazgas",
      device: "Tikriname: saugojimo įtaisas",
      partner: "Tikriname: partnerio patikra",
      fall: "Tikriname: kritimo sulaikymas",
      passed: "Po testo: išlaikius",
      failed: "Po testo: neišlaikius",
    },
  },
  OrderPage: {
    displayName: "Užsakymo puslapis",
    texts: {
      title: "Antraštė",
      lead: "Įžanga",
      bookings: "Kas toliau: rezervuotos vietos",
      prices: "Kas toliau: kiek mokėti",
      phone: "Kas toliau: klausimai",
    },
  },
} satisfies PageDefinitions;
