import { createAccounts } from "@uola/accounts";
import { createClient } from "@uola/client";
import { openDatabase } from "@uola/database";
import { createPlatform, urls } from "../testing.ts";

/**
 * A process that adds, replaces and removes items until its parent kills it. Arguments: database URL, site id, key,
 * time.
 */
const [url = "", siteId = "", key = "", at = ""] = process.argv.slice(2);
const connection = openDatabase({ url });
const now = () => new Date(at);
const accounts = createAccounts({ db: connection.db, siteId, now, secret: "a secret of the test" });
const { fetch } = createPlatform({ connection, siteId, accounts, urls, now, backgroundWork: false });
const { items } = createClient({ url: urls.platform, fetch, tokens: key });

const dataCollectionId = "things";
const data = (n: number, more = {}) => ({ n, others: [`r${n % 3}`], kin: "k", ...more });
const some = (of: (i: number) => object) => Array.from({ length: 40 }, (_, i) => of(i));

/** Another writer may have removed the item just before. */
function unlessGone(error: unknown) {
  if ((error as { code?: unknown }).code !== "WDE0073") throw error;
}

async function write(turn: number) {
  const shared = some((i) => ({ id: `s${i}`, data: data(turn + i) }));
  if (turn % 4 === 0) {
    const dataItems = some((i) => ({ data: data(turn + i, { batch: `${process.pid} ${turn}` }) }));
    await items.bulkInsert({ dataCollectionId, dataItems });
  } else if (turn % 4 === 1) await items.bulkSave({ dataCollectionId, dataItems: shared });
  else if (turn % 4 === 2) await items.bulkUpdate({ dataCollectionId, dataItems: shared });
  else {
    const dataItemIds = shared.slice(turn % 30, (turn % 30) + 10).map((_, i) => `s${i}`);
    await items.bulkRemove({ dataCollectionId, dataItemIds });
    // Writing this item also changes the items that refer to it.
    await items.save({ dataCollectionId: "others", dataItem: { id: "k", data: { n: turn } } });
    if (turn % 16 === 3) await items.remove({ dataCollectionId: "others", dataItemId: "k" }).catch(unlessGone);
  }
}
let turn = 0;
const busy = Array.from({ length: 4 }, async () => {
  for (;;) {
    await write(turn++);
    if (turn % 10 === 0) process.stdout.write("written\n");
  }
});
await Promise.all(busy);
