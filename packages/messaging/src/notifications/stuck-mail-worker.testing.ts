import { createAccounts } from "@uola/accounts";
import { openDatabase } from "@uola/database";
import { contextOf, now, quick, runNotifications } from "./testing.ts";

/** A process that starts sending a mail and never finishes; its parent kills it. Arguments: database URL, site id. */
const [url = "", siteId = ""] = process.argv.slice(2);
const connection = openDatabase({ url });
const stuck = async () => {
  process.stdout.write("sending\n");
  await new Promise(() => {});
};
const fresh = { connection, db: connection.db, siteId, close: async () => {} };
const accounts = createAccounts({ ...fresh, secret: "a secret of the test", now: () => now });
await runNotifications(contextOf(fresh, { mail: { sendMail: stuck }, accounts }), { pace: quick }).start();
