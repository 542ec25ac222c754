import type { Database } from "@uola/database";
import { sql } from "kysely";

/**
 * Allows the transaction to be idle while it waits for a mail server or SMS gateway, which have
 * their own timeouts. If PostgreSQL ended the transaction during the wait, the message would be
 * sent again.
 */
export const allowIdleInTransaction = (tx: Database) =>
  sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx);
