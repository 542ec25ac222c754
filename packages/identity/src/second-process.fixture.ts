import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts } from "@uola/accounts";
import { openDatabase } from "@uola/database";
import { createIdentity } from "./index.ts";

/**
 * Runs a second process with the provider on a test's database. It prints its port and ends on
 * SIGTERM.
 */
const { DATABASE_URL = "", SITE_ID: siteId = "", ISSUER: issuer = "" } = process.env;
const secret = "a secret of the test";
const connection = openDatabase({ url: DATABASE_URL });
const accounts = createAccounts({ db: connection.db, siteId, secret });
const identity = createIdentity({
  connection,
  siteId,
  accounts,
  issuer,
  siteUrl: "http://localhost:3000",
  secret,
  overlapSeconds: 0,
});
await identity.ready();
const server = createServer(identity.handler).listen(0, "localhost", () =>
  console.log((server.address() as AddressInfo).port),
);
process.on("disconnect", () => process.exit(0));
