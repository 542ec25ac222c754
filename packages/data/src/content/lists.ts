import type { CollectionField } from "@uola/contract";

type Field = Pick<CollectionField, "key" | "type" | "displayName"> & Partial<CollectionField>;
type List = {
  displayName: string;
  displayField: string;
  fields: readonly Field[];
  /** The fields that can say something else in another language. */
  translatable: readonly string[];
  sort: readonly { fieldKey: string; direction: "ASC" | "DESC" }[];
};

const short = { stringLengthRange: { maxLength: 200 } };
const order = { key: "order", type: "NUMBER", displayName: "Eilės numeris" } as const;
const byOrder = [{ fieldKey: "order", direction: "ASC" }] as const;

/** The lists of the pages; each is a collection. */
export const lists = {
  OpeningHours: {
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
      order,
    ],
    sort: byOrder,
  },
  People: {
    displayName: "Žmonės",
    displayField: "name",
    translatable: ["role", "about"],
    fields: [
      { key: "name", type: "TEXT", displayName: "Vardas", required: true, ...short },
      { key: "role", type: "TEXT", displayName: "Ką veikia salėje", ...short },
      { key: "photo", type: "IMAGE", displayName: "Nuotrauka" },
      { key: "about", type: "RICH_TEXT", displayName: "Apie" },
      { key: "trainsPrivately", type: "BOOLEAN", displayName: "Rodyti prie asmeninių treniruočių" },
      order,
    ],
    sort: byOrder,
  },
  Questions: {
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
      {
        key: "pages",
        type: "ARRAY_STRING",
        displayName: "Kuriuose puslapiuose",
        description: "Pradžia, Rezervacija, Kainos, Treneris tik jums, Saugojimo testas.",
      },
      order,
    ],
    sort: byOrder,
  },
} as const satisfies Record<string, List>;
