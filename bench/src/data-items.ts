/** What every side holds: the nth thing is the same everywhere, and how many there are does not change it. */
export type Thing = {
  title: string;
  category: string;
  price: number;
  quantity: number;
  available: boolean;
  addedOn: string;
  note: string;
};

export const categories = 20;
const note = "Dviejų milimetrų skirtumas, kurį pajunta tik tas, kas pirštais laikosi už kabės jau trečią valandą, nr. ";
/** Minutes from this day on; no two of a million things have the same one. */
const firstDay = Date.UTC(2024, 0, 1);
const spread = { step: 7919, minutes: 1_000_003 };
const minute = 60_000;

export const thing = (n: number): Thing => ({
  title: `Kabė ${n}`,
  category: `k${n % categories}`,
  price: ((n * spread.step) % 100_000) / 100,
  quantity: Math.floor(n / categories) % 100,
  available: n % 3 === 0,
  addedOn: new Date(firstDay + ((n * spread.step) % spread.minutes) * minute).toISOString(),
  note: note + n,
});

/** The same for native columns; $1 and $2 are the first n and the one after the last. */
export const fillThings = (
  table: string,
) => `insert into ${table} (id, title, category, price, quantity, available, "addedOn", note)
  select uuidv7(), 'Kabė ' || n, 'k' || n % ${categories}, (n * ${spread.step} % 100000) / 100.0, n / ${categories} % 100, n % 3 = 0,
    timestamptz '2024-01-01Z' + n * ${spread.step} % ${spread.minutes} * interval '1 minute', '${note}' || n
  from generate_series($1::bigint, $2::bigint - 1) n`;
/** What the measured page is found and sorted by, and what the measured aggregate reads: every side has both. */
export const indexes = {
  page: [
    { path: "category", order: "ASC" },
    { path: "addedOn", order: "DESC" },
  ],
  aggregate: [
    { path: "quantity", order: "ASC" },
    { path: "category", order: "ASC" },
    { path: "price", order: "ASC" },
  ],
} as const;
export const indexThings = (table: string) =>
  Object.values(indexes).map(
    (fields) => `create index on ${table} (${fields.map(({ path, order }) => `"${path}" ${order}`).join()})`,
  );

/** A page of one category before a moment in the second half of the time: among ten thousand things too it is full. */
export const pageAsked = (n: number) => ({
  category: `k${n % categories}`,
  before: new Date(firstDay + (0.5 + (n % 50) / 100) * spread.minutes * minute).toISOString(),
});
export const pageSize = 50;
/** Half of all things; a third of them is available. */
export const leastQuantity = 50;
