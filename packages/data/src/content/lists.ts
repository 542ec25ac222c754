import type { CollectionField } from "@uola/contract";

type Field = Pick<CollectionField, "key" | "type" | "displayName"> & Partial<CollectionField>;
type List = {
  /**
   * The least privileged role that may write the items. Only the owner may write prices, taxes,
   * terms and redirects, because the server uses them to sell, tax and redirect. There is no
   * default, so a role has to be chosen for each new list.
   */
  writer: "ADMIN" | "CMS_EDITOR";
  displayName: string;
  displayField: string;
  fields: readonly Field[];
  /** The fields that can be translated. */
  translatable: readonly string[];
  sort: readonly { fieldKey: string; direction: "ASC" | "DESC" }[];
};

const short = { stringLengthRange: { maxLength: 200 } };
const long = { stringLengthRange: { maxLength: 1000 } };
const order = { key: "order", type: "NUMBER", displayName: "Eilės numeris" } as const;
const byOrder = [{ fieldKey: "order", direction: "ASC" }] as const;

/**
 * The sections of a page in order: objects of a `kind`, whose fields the site defines. A
 * translation has the same sections, matched by id, with only their texts.
 */
const sections = {
  key: "sections",
  type: "ARRAY",
  displayName: "Puslapio dalys",
  arraySizeRange: { maxSize: 60 },
} as const;

/** The lists that pages show; each is a collection. */
export const lists = {
  OpeningHours: {
    writer: "CMS_EDITOR",
    displayName: "Darbo laikas",
    displayField: "open",
    translatable: [],
    fields: [
      {
        key: "weekday",
        type: "NUMBER",
        displayName: "Savaitės diena",
        description: "1 – pirmadienis, 7 – sekmadienis. Diena, kurios sąraše nėra, nedarbo.",
        required: true,
        numberRange: { min: 1, max: 7 },
      },
      { key: "open", type: "TIME", displayName: "Nuo", required: true },
      { key: "close", type: "TIME", displayName: "Iki", description: "24:00 – dienos pabaiga.", required: true },
    ],
    sort: [
      { fieldKey: "weekday", direction: "ASC" },
      { fieldKey: "open", direction: "ASC" },
    ],
  },
  SpecialHours: {
    writer: "CMS_EDITOR",
    displayName: "Ypatingos dienos",
    displayField: "name",
    translatable: ["name"],
    fields: [
      { key: "date", type: "DATE", displayName: "Diena", required: true },
      { key: "name", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      { key: "closed", type: "BOOLEAN", displayName: "Nedirbame" },
      { key: "open", type: "TIME", displayName: "Nuo" },
      { key: "close", type: "TIME", displayName: "Iki" },
    ],
    sort: [{ fieldKey: "date", direction: "ASC" }],
  },
  Prices: {
    writer: "ADMIN",
    displayName: "Kainos",
    displayField: "name",
    translatable: ["name", "note"],
    fields: [
      { key: "name", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      {
        key: "price",
        type: "NUMBER",
        displayName: "Kaina, Eur",
        required: true,
        numberRange: { min: 0, max: 100_000 },
      },
      { key: "from", type: "BOOLEAN", displayName: "Rodyti „nuo“" },
      { key: "note", type: "TEXT", displayName: "Pastaba", stringLengthRange: { maxLength: 500 } },
      // The kind of price; the editor shows it as a readable label.
      { key: "kind", type: "TEXT", displayName: "Kainoraščio dalis", ...short },
      {
        key: "validFrom",
        type: "DATE",
        displayName: "Galioja nuo",
        description: "Kaina, kuri dar negalioja, rodoma su diena, nuo kurios galios.",
      },
      { key: "validUntil", type: "DATE", displayName: "Galioja iki", description: "Vėliau nerodoma ir neparduodama." },
      {
        key: "reduced",
        type: "NUMBER",
        displayName: "Sumažinta kaina, Eur",
        numberRange: { min: 0, max: 100_000 },
        description: "Galioja nurodytomis dienomis. Šalia rodoma mažiausia 30 dienų iki sumažinimo kaina.",
      },
      { key: "reducedFrom", type: "DATE", displayName: "Sumažinta nuo" },
      { key: "reducedUntil", type: "DATE", displayName: "Sumažinta iki" },
      // The tax class; the editor shows it as a readable label.
      { key: "taxClass", type: "TEXT", displayName: "PVM", ...short },
      { key: "laterTaxClass", type: "TEXT", displayName: "PVM vėliau", ...short },
      {
        key: "laterTaxFrom",
        type: "DATE",
        displayName: "PVM vėliau: nuo",
        description: "Sąskaitose nuo šios dienos rašoma vėlesnė PVM rūšis; kaina nesikeičia.",
      },
      order,
    ],
    sort: byOrder,
  },
  Discounts: {
    writer: "CMS_EDITOR",
    displayName: "Nuolaidos",
    displayField: "name",
    translatable: ["name", "discount", "proof"],
    fields: [
      { key: "name", type: "TEXT", displayName: "Kam", required: true, ...short },
      { key: "discount", type: "TEXT", displayName: "Kokia nuolaida", required: true, ...short },
      { key: "proof", type: "TEXT", displayName: "Ką parodyti", stringLengthRange: { maxLength: 500 } },
      order,
    ],
    sort: byOrder,
  },
  People: {
    writer: "CMS_EDITOR",
    displayName: "Žmonės",
    displayField: "name",
    translatable: ["role", "speciality", "about", "languages", "qualification", "trainWith"],
    fields: [
      {
        key: "name",
        type: "TEXT",
        displayName: "Vardas",
        description: "Toks pat kaip trenerio tvarkaraštyje: pagal jį randami laisvi laikai ir grupės.",
        required: true,
        ...short,
      },
      { key: "role", type: "TEXT", displayName: "Ką veikia salėje", ...short },
      { key: "speciality", type: "TEXT", displayName: "Sritis vienu dviem žodžiais", ...short },
      { key: "photo", type: "IMAGE", displayName: "Nuotrauka" },
      { key: "about", type: "RICH_TEXT", displayName: "Apie" },
      { key: "languages", type: "TEXT", displayName: "Kalbos", ...short },
      { key: "qualification", type: "TEXT", displayName: "Kvalifikacija", ...short },
      {
        key: "trainWith",
        type: "TEXT",
        displayName: "Mygtukas į laisvus laikus",
        description: "Visas sakinys, pavyzdžiui, „Treniruotis su Rūta“.",
        ...short,
      },
      // Topics of inquiries; the editor shows them as readable labels.
      { key: "topics", type: "ARRAY_STRING", displayName: "Į ką kreiptis: temos" },
      { key: "trainsPrivately", type: "BOOLEAN", displayName: "Rodyti prie asmeninių treniruočių" },
      order,
    ],
    sort: byOrder,
  },
  Questions: {
    writer: "CMS_EDITOR",
    displayName: "Klausimai ir atsakymai",
    displayField: "question",
    translatable: ["question", "answer"],
    fields: [
      {
        key: "question",
        type: "TEXT",
        displayName: "Klausimas",
        required: true,
        stringLengthRange: { maxLength: 300 },
      },
      { key: "answer", type: "RICH_TEXT", displayName: "Atsakymas", required: true },
      // The collections that hold the pages' texts; the editor shows them by page name.
      { key: "pages", type: "ARRAY_STRING", displayName: "Kuriuose puslapiuose" },
      // URL paths of services; the editor shows them by service name.
      { key: "services", type: "ARRAY_STRING", displayName: "Prie kurių kursų" },
      order,
    ],
    sort: byOrder,
  },
  Documents: {
    writer: "ADMIN",
    displayName: "Dokumentai",
    displayField: "title",
    translatable: ["title", "lead", "body"],
    fields: [
      {
        key: "key",
        type: "TEXT",
        displayName: "Kuris dokumentas",
        description: "rules, terms, privacy, cookies, accessibility arba waiver.",
        required: true,
        ...short,
      },
      { key: "title", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      { key: "lead", type: "TEXT", displayName: "Įžanga", ...long },
      {
        key: "body",
        type: "RICH_TEXT",
        displayName: "Tekstas",
        description:
          "Antraštės virsta turiniu. Sakinio, kuriame yra [Įrašykite: …], lankytojai nemato, kol jo neužpildysite.",
        required: true,
      },
      { key: "validFrom", type: "DATE", displayName: "Galioja nuo" },
      order,
    ],
    sort: byOrder,
  },
  Pages: {
    writer: "CMS_EDITOR",
    displayName: "Savi puslapiai",
    displayField: "title",
    translatable: ["title", "description", "sections"],
    fields: [
      {
        key: "slug",
        type: "TEXT",
        displayName: "Adresas",
        description:
          "Mažosios lotyniškos raidės, skaičiai ir brūkšneliai: „sienos-atidarymas“ rodomas adresu /p/sienos-atidarymas/.",
        required: true,
        ...short,
      },
      { key: "title", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      {
        key: "description",
        type: "TEXT",
        displayName: "Aprašymas paieškos sistemoms",
        stringLengthRange: { maxLength: 300 },
      },
      sections,
      order,
    ],
    sort: byOrder,
  },
  Projects: {
    writer: "CMS_EDITOR",
    displayName: "Projektai",
    displayField: "title",
    translatable: ["title", "summary", "programme", "emblemAlt", "funding", "disclaimer"],
    fields: [
      { key: "title", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      { key: "summary", type: "TEXT", displayName: "Apie ką, vienu ar dviem sakiniais", ...long },
      {
        key: "path",
        type: "TEXT",
        displayName: "Pagrindinis puslapis",
        description: "Projekto puslapio adresas po /projects/, pvz., north-2024.",
        required: true,
        ...short,
      },
      { key: "from", type: "DATE", displayName: "Projektas prasideda", required: true },
      { key: "until", type: "DATE", displayName: "Projektas baigiasi", required: true },
      { key: "programme", type: "TEXT", displayName: "Programa", required: true, ...short },
      { key: "number", type: "TEXT", displayName: "Projekto numeris", ...short },
      { key: "sum", type: "NUMBER", displayName: "Skirta suma, Eur", numberRange: { min: 0, max: 100_000_000 } },
      {
        key: "emblem",
        type: "IMAGE",
        displayName: "Finansuotojo ženklas",
        description: "Įkelkite ženklą, kurį duoda programa: be jo projektas neskelbiamas.",
        required: true,
      },
      { key: "emblemAlt", type: "TEXT", displayName: "Ką ženklas rodo", required: true, ...short },
      {
        key: "funding",
        type: "TEXT",
        displayName: "Finansavimo sakinys",
        description: "Žodis žodin, kaip prašo programa, pvz., „Bendrai finansuoja Europos Sąjunga“.",
        required: true,
        stringLengthRange: { maxLength: 500 },
      },
      { key: "disclaims", type: "BOOLEAN", displayName: "Programa reikalauja atsakomybės ribojimo" },
      {
        key: "disclaimer",
        type: "TEXT",
        displayName: "Atsakomybės ribojimas",
        stringLengthRange: { maxLength: 2000 },
      },
      order,
    ],
    sort: [
      { fieldKey: "from", direction: "DESC" },
      { fieldKey: "order", direction: "ASC" },
    ],
  },
  ProjectPages: {
    writer: "CMS_EDITOR",
    displayName: "Projektų puslapiai",
    displayField: "title",
    translatable: ["title", "lead", "sections"],
    fields: [
      {
        key: "path",
        type: "TEXT",
        displayName: "Adresas",
        description: "Kas rašoma po /projects/, pvz., exchange/2025.",
        required: true,
        ...short,
      },
      {
        key: "project",
        type: "REFERENCE",
        displayName: "Projektas",
        description: "Jo finansavimo blokas rodomas puslapyje.",
        required: true,
        typeMetadata: { reference: { referencedCollectionId: "Projects" } },
      },
      { key: "title", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      { key: "lead", type: "TEXT", displayName: "Įžanga", ...long },
      sections,
      order,
    ],
    sort: byOrder,
  },
  Campaigns: {
    writer: "CMS_EDITOR",
    displayName: "Registracijos (sezonai)",
    displayField: "name",
    translatable: ["name", "lead"],
    fields: [
      {
        key: "code",
        type: "TEXT",
        displayName: "Kodas",
        description:
          "Registracijos metai, mėnuo ir diena po du skaitmenis: 250908 yra 2025 m. rugsėjo 8 d. Puslapis – /booking/250908/.",
        required: true,
        stringLengthRange: { minLength: 6, maxLength: 6 },
      },
      { key: "name", type: "TEXT", displayName: "Pavadinimas", required: true, ...short },
      { key: "lead", type: "TEXT", displayName: "Įžanga", stringLengthRange: { maxLength: 500 } },
      { key: "opens", type: "DATETIME", displayName: "Registracija prasideda", required: true },
      { key: "closes", type: "DATETIME", displayName: "Registracija baigiasi", required: true },
      {
        key: "services",
        type: "ARRAY_STRING",
        displayName: "Grupės",
        description: "Nepažymėjus nė vienos – visos vaikų grupės ir treniruotės.",
      },
    ],
    sort: [{ fieldKey: "opens", direction: "DESC" }],
  },
  News: {
    writer: "CMS_EDITOR",
    displayName: "Naujienos",
    displayField: "title",
    translatable: ["title", "text"],
    fields: [
      { key: "title", type: "TEXT", displayName: "Antraštė", required: true, ...short },
      { key: "date", type: "DATE", displayName: "Data", required: true },
      { key: "text", type: "RICH_TEXT", displayName: "Tekstas", required: true },
      { key: "picture", type: "IMAGE", displayName: "Paveikslas" },
    ],
    sort: [{ fieldKey: "date", direction: "DESC" }],
  },
  MenuLinks: {
    writer: "CMS_EDITOR",
    displayName: "Meniu",
    displayField: "link",
    translatable: ["label"],
    fields: [
      {
        key: "link",
        type: "TEXT",
        displayName: "Kur veda",
        description: "Puslapio adresas, pvz., /prices/, arba kita svetainė su https://.",
        required: true,
        ...short,
      },
      {
        key: "label",
        type: "TEXT",
        displayName: "Kaip vadinasi",
        description: "Tuščia – kaip puslapis vadinasi.",
        stringLengthRange: { maxLength: 40 },
      },
      // The location of the link; the editor shows it as a readable label.
      {
        key: "place",
        type: "TEXT",
        displayName: "Kur rodyti",
        description: "Vieta, kuriai yra bent viena eilutė, rodo tik savo eilutes.",
        ...short,
      },
      order,
    ],
    sort: byOrder,
  },
  Redirects: {
    writer: "ADMIN",
    displayName: "Nukreipimai",
    displayField: "from",
    translatable: [],
    fields: [
      {
        key: "from",
        type: "TEXT",
        displayName: "Senas adresas",
        description: "Be svetainės vardo, pvz., /kainos-2019/. Veikia tik ten, kur puslapio nėra.",
        required: true,
        ...short,
      },
      {
        key: "to",
        type: "TEXT",
        displayName: "Kur vesti",
        description: "Puslapio adresas, pvz., /prices/, arba kita svetainė su https://.",
        required: true,
        ...short,
      },
    ],
    sort: [{ fieldKey: "from", direction: "ASC" }],
  },
} as const satisfies Record<string, List>;
