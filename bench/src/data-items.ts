/** An item of the benchmark. The nth one is the same in every system and for every count. */
export type Thing = {
  title: string;
  category: string;
  price: number;
  quantity: number;
  available: boolean;
  addedOn: string;
  note: string;
};

const categories = 20;
const note = "Dviejų milimetrų skirtumas, kurį pajunta tik tas, kas pirštais laikosi už kabės jau trečią valandą, nr. ";
/** `addedOn` is a number of minutes after this day, different for each of a million items. */
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

/** The same items as SQL for native columns, for n from $1 (inclusive) to $2 (exclusive). */
export const fillThings = (
  table: string,
) => `insert into ${table} (id, title, category, price, quantity, available, "addedOn", note)
  select uuidv7(), 'Kabė ' || n, 'k' || n % ${categories}, (n * ${spread.step} % 100000) / 100.0, n / ${categories} % 100, n % 3 = 0,
    timestamptz '2024-01-01Z' + n * ${spread.step} % ${spread.minutes} * interval '1 minute', '${note}' || n
  from generate_series($1::bigint, $2::bigint - 1) n`;
/**
 * The indexes for the measured page query and the measured aggregate query. Every measured system
 * has both.
 */
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

/**
 * One page of a category before a date in the second half of the range, so that the page is full
 * even with only ten thousand items.
 */
export const pageQuery = (n: number) => ({
  category: `k${n % categories}`,
  before: new Date(firstDay + (0.5 + (n % 50) / 100) * spread.minutes * minute).toISOString(),
});
export const pageSize = 50;
/** Half of all items have at least this quantity; a third of those are available. */
export const leastQuantity = 50;
