import "./close-prototype.ts";

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { type Accounts, createAccounts } from "@uola/accounts";
import { contract } from "@uola/contract";
import { type Connection, DataDirInUse, migrate, openDatabase, startEmbedded } from "@uola/database";
import { createIdentity, type Identity } from "@uola/identity";
import { type KeyStore, listKeyrings, rotateKeyrings, transact } from "@uola/kernel";
import { addApiKey, listApiKeys, newApiKey, revokeApiKey } from "@uola/members";
import { withFailedMails } from "@uola/messaging";
import { pino } from "pino";
import { addApp, ensureSite } from "./bootstrap.ts";
import { seedDemo } from "./demo/demo.ts";
import { identitySecretOf } from "./secrets.ts";
import { readSettings, type Settings } from "./settings.ts";
import { StartError, startErrorMessage } from "./start-errors.ts";

const help = `npm run uola -- <command>

  migrate                                        bring the database up to this version
  demo                                           fill an empty database with the demo gym
  owner create --email E --name N                add an owner; prints the password, once
  key create --name N                            add an API key that may do everything; prints it, once
                                                 --read-only yes: one that changes nothing
                                                 --feature F: one for this feature of the reference only (may be repeated)
                                                 --expires 2027-01-31: one that is good to the end of that day (UTC)
  key list                                       the API keys: what they may, until when, when they were last used
  key revoke --id ID                             end an API key, at once and everywhere
  client add --name N --callback URL --logout URL
                                                 let a site sign people in here; prints its client id
                                                 (--callback and --logout may be repeated)
                                                 --ours yes: a site of your own: nobody is asked for consent, and it
                                                 may act on the platform in people's names
  app add --name N --callback URL                let a site call the platform from its pages; prints its client id
  keys list                                      what signs tokens, cookies, links and proofs, since when and until when
  keys rotate                                    new keys for all of it: known now, signing in an hour; nobody is signed out
  org list                                       the organizations whose people sign in as their members
  org add --name N --display TEXT                add one; prints its id
  org member add --org N --email E               make somebody a member of one
  mails failed                                   the mails that could not be sent and are tried no more, and why
  mails retry                                    try all of them once more; a running Uola sends them
  help                                           this page

The settings are those of \`npm start\`: DATABASE_URL, or DATA_DIR with its own database, running or not.`;

type CommandInput = { values: Record<string, string[] | undefined>; deps: CommandDeps };
type CommandDeps = { connection: Connection; siteId: string; settings: Settings; print: Print };
type Command = { options: readonly string[]; run(input: CommandInput): Promise<void> };
type Print = (lines: string) => void;

const commands: Record<string, Command> = {
  migrate: {
    options: [],
    run: async ({ deps: { print } }) => print("The database is up to date."),
  },
  demo: {
    options: [],
    run: async ({ deps }) => {
      const { connection, siteId, settings, print } = deps;
      if (!settings.demo)
        throw new StartError("Demo data has passwords that everybody knows. Set UOLA_DEMO=on on this machine.");
      print(
        (await seedDemo({ connection, siteId, accounts: accountsOf(deps) }))
          ? "The demo gym is there."
          : "The database is not empty: nothing was done.",
      );
    },
  },
  "owner create": {
    options: ["email", "name"],
    run: async ({ values, deps }) => {
      const password = randomBytes(12).toString("base64url");
      const [firstName, ...rest] = one(values, "name").split(/\s+/);
      const input = { email: one(values, "email"), password, firstName, lastName: rest.join(" ") || undefined };
      await accountsOf(deps).create({ ...input, role: "owner", emailVerified: true });
      deps.print(`The owner ${input.email} can sign in. The password, shown only now:\n${password}`);
    },
  },
  "key create": {
    options: ["name", "read-only", "feature", "expires"],
    run: async ({ values, deps: { connection, siteId, print } }) => {
      const key = newApiKey();
      const { feature: features, expires } = values;
      const unknown = features?.filter((feature) => !Object.hasOwn(contract, feature)) ?? [];
      if (unknown.length > 0) {
        throw new StartError(`There is no ${unknown.join(", ")}. Features: ${Object.keys(contract).join(", ")}.`);
      }
      const input = {
        key,
        name: one(values, "name"),
        readOnly: values["read-only"]?.at(-1) === "yes",
        ...(features && { features }),
        ...(expires && { expiresDate: endOfDay(one(values, "expires")) }),
      };
      await addApiKey(connection.db, siteId, input, new Date());
      print(`The key, shown only now:\n${key}`);
    },
  },
  "key list": {
    options: [],
    run: async ({ deps: { connection, siteId, print } }) => {
      for (const key of await listApiKeys(connection.db, siteId)) print(lineOf(key));
    },
  },
  "key revoke": {
    options: ["id"],
    run: async ({ values, deps: { connection, siteId, print } }) => {
      const id = one(values, "id");
      const revoked = await transact(connection, (tx) => revokeApiKey(tx, siteId, id, new Date()));
      if (!revoked) {
        throw new StartError(`There is no key ${id} that is still good; see: npm run uola -- key list`);
      }
      print("The key is good for nothing any more.");
    },
  },
  "client add": {
    options: ["name", "callback", "logout", "ours"],
    run: async ({ values, deps }) => {
      const name = one(values, "name");
      const { callback: callbacks = [], logout: logouts = [] } = values;
      const firstParty = values.ours?.at(-1) === "yes";
      const id = await withIdentity(deps, ({ addClient }) => addClient({ name, callbacks, logouts, firstParty }));
      deps.print(`The client id of ${name}:\n${id}`);
    },
  },
  "app add": {
    options: ["name", "callback"],
    run: async ({ values, deps: { connection, siteId, print } }) => {
      const name = one(values, "name");
      const id = await addApp(connection.db, siteId, { name, callbacks: values.callback ?? [] }, new Date());
      print(`The client id of ${name}:\n${id}`);
    },
  },
  "keys list": {
    options: [],
    run: async ({ deps }) => {
      await withIdentity(deps, (identity) => printKeys(identity, deps.print));
      await printKeyrings(deps);
    },
  },
  "keys rotate": {
    options: [],
    run: async ({ deps }) => {
      await withIdentity(deps, async (identity) => {
        const isAdded = await identity.rotateKeys();
        deps.print(isAdded ? "New keys are there." : "Somebody else has just added new keys.");
        await printKeys(identity, deps.print);
      });
      await rotateKeyrings(keyStoreOf(deps));
      await printKeyrings(deps);
    },
  },
  "org list": {
    options: [],
    run: ({ deps }) =>
      withIdentity(deps, async ({ organizations }) => {
        for (const { id, name, displayName } of await organizations.list())
          deps.print(`${id}  ${name}  ${displayName}`);
      }),
  },
  "org add": {
    options: ["name", "display"],
    run: async ({ values, deps }) => {
      const input = { name: one(values, "name"), displayName: one(values, "display") };
      const { id } = await withIdentity(deps, ({ organizations }) => organizations.add(input));
      deps.print(`The id of ${input.displayName}:\n${id}`);
    },
  },
  "org member add": {
    options: ["org", "email"],
    run: ({ values, deps }) =>
      withIdentity(deps, async ({ organizations }, accounts) => {
        const email = one(values, "email");
        const account = await accounts.findByEmail(email);
        if (!account) throw new StartError(`Nobody has an account with ${email}.`);
        await organizations.addMember(one(values, "org"), account.id);
        deps.print(`${account.email} is a member.`);
      }),
  },
  "mails failed": {
    options: [],
    run: ({ deps }) =>
      withFailedMails({ ...deps, log: pino({ level: "silent" }) }, async ({ list }) => {
        for (const { id, template, recipient, error, failedDate } of await list())
          deps.print(`${failedDate.toISOString()}  ${id}  ${template}  ${recipient}  ${error}`);
      }),
  },
  "mails retry": {
    options: [],
    run: ({ deps }) =>
      withFailedMails({ ...deps, log: pino({ level: "silent" }) }, async ({ retry }) => {
        deps.print(`Tried once more: ${await retry()}`);
      }),
  },
};

/** Called only by the commands that need accounts, since it may create the secret in the data folder. */
const accountsOf = ({ connection: { db }, siteId, settings }: CommandDeps): Accounts =>
  createAccounts({ db, siteId, secret: identitySecretOf(settings) });

/** Runs `work` with an identity provider that does not listen on a port. */
async function withIdentity<Answer>(
  deps: CommandDeps,
  work: (identity: Identity, accounts: Accounts) => Promise<Answer>,
): Promise<Answer> {
  const { connection, siteId, settings } = deps;
  const accounts = accountsOf(deps);
  const secret = identitySecretOf(settings);
  const siteUrl = settings.urls.site ?? `http://localhost:${settings.ports.site}`;
  const issuer = `${settings.urls.identity ?? `http://localhost:${settings.ports.identity}`}/`;
  const identity = createIdentity({ connection, siteId, accounts, issuer, siteUrl, secret });
  try {
    return await work(identity, accounts);
  } finally {
    await identity.stop();
  }
}

async function printKeys({ listKeys }: Identity, print: Print) {
  for (const { purpose, ...key } of await listKeys()) print(keyLine(purpose.toLowerCase().padEnd(7), key));
}

/**
 * Prints the platform's keys, which sign its tokens, its links in emails and its proof-of-work
 * challenges.
 */
async function printKeyrings(deps: CommandDeps) {
  for (const { name, ...key } of await listKeyrings(keyStoreOf(deps))) deps.print(keyLine(`platform ${name}`, key));
}

type SigningKey = { id: string; signs: boolean; signsFromDate: Date; retireDate: Date | undefined };

function keyLine(name: string, { id, signs, signsFromDate, retireDate }: SigningKey): string {
  const until = retireDate ? `published until ${retireDate.toISOString()}` : "published";
  const state = signs ? "signs since" : signsFromDate > new Date() ? "signs from" : "signed from";
  return `${name}  ${id}  ${state} ${signsFromDate.toISOString()}  ${until}`;
}

const keyStoreOf = (deps: CommandDeps): KeyStore => ({
  db: deps.connection.db,
  siteId: deps.siteId,
  accounts: accountsOf(deps),
  now: () => new Date(),
});

type ListedApiKey = Awaited<ReturnType<typeof listApiKeys>>[number];

function lineOf({
  id,
  name,
  readOnly,
  features,
  createdDate,
  expiresDate,
  usedDate,
  revokedDate,
}: ListedApiKey): string {
  const may = [readOnly ? "reads" : "everything", ...(features ? [`of ${features.join(", ")}`] : [])].join(" ");
  const isOver = !revokedDate && expiresDate && expiresDate <= new Date();
  const until = expiresDate && `${isOver ? "expired" : "expires"} ${expiresDate.toISOString()}`;
  const used = usedDate ? `used ${usedDate.toISOString()}` : "never used";
  const revoked = revokedDate && `revoked ${revokedDate.toISOString()}`;
  const parts = [id, name, may, `made ${createdDate.toISOString()}`, until, used, revoked];
  return parts.filter((part) => part !== null).join("  ");
}

/**
 * Returns the last moment of a day. Throws StartError if the text is not a date or the date is in
 * the past.
 */
function endOfDay(text: string): Date {
  const begins = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && begins.toJSON()?.startsWith(text);
  const end = new Date(begins.getTime() + 24 * 3600_000 - 1);
  if (!isDay || end <= new Date()) throw new StartError(`--expires: ${text} is no day to come, such as 2027-01-31.`);
  return end;
}

function one(values: CommandInput["values"], name: string): string {
  const [value, ...more] = values[name] ?? [];
  if (!value || more.length > 0) throw new StartError(`--${name} has to be given, once.`);
  return value;
}

type Output = { print: Print; complain(what: unknown): void };

/** Runs one command with the settings from an environment. Returns the exit code. */
export async function runCommand(words: string[], environment: NodeJS.ProcessEnv, output: Output): Promise<number> {
  try {
    return await run(words, environment, output);
  } catch (error) {
    output.complain(startErrorMessage(error) ?? error);
    return 1;
  }
}

async function run(words: string[], environment: NodeJS.ProcessEnv, { print, complain }: Output): Promise<number> {
  const named = [3, 2, 1].map((count) => words.slice(0, count).join(" ")).find((name) => Object.hasOwn(commands, name));
  const command = named === undefined ? undefined : commands[named];
  if (named === undefined || !command) {
    const isHelp = words.length === 0 || words[0] === "help" || words.includes("--help");
    if (isHelp) print(help);
    else complain(`There is no command "${words.join(" ")}".\n\n${help}`);
    return isHelp ? 0 : 1;
  }
  const options = Object.fromEntries(
    command.options.map((name) => [name, { type: "string", multiple: true } as const]),
  );
  const values = readOptions(words.slice(named.split(" ").length), options);
  await withDatabase(readSettings(environment), print, (deps) => command.run({ values, deps }));
  return 0;
}

function readOptions(
  args: string[],
  options: Record<string, { type: "string"; multiple: true }>,
): CommandInput["values"] {
  try {
    return { ...parseArgs({ args, options }).values };
  } catch (error) {
    throw error instanceof Error ? new StartError(error.message) : error;
  }
}

/**
 * Runs `work` on the database at DATABASE_URL, on the database of a running Uola instance, or on an
 * embedded database started for this command.
 */
async function withDatabase(settings: Settings, print: Print, work: (deps: CommandDeps) => Promise<void>) {
  const embedded = settings.databaseUrl ? undefined : await embeddedDatabase(settings.dataDir);
  const url = settings.databaseUrl ?? embedded?.url ?? "";
  try {
    for (const name of await migrate(url)) print(`Migrated: ${name}`);
    const connection = openDatabase({ url });
    const site = await ensureSite(connection.db, new Date());
    try {
      await work({ connection, siteId: site.id, settings, print });
    } finally {
      await connection.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function embeddedDatabase(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    return await startEmbedded({ dataDir });
  } catch (error) {
    if (!(error instanceof DataDirInUse) || !error.url) throw error;
    return { url: error.url, stop: async () => {} };
  }
}

if (import.meta.main) {
  // Exits normally on Ctrl-C, so that an embedded database started for this command stops too.
  process.once("SIGINT", () => process.exit(130));
  const output = { print: console.log, complain: console.error };
  const code = await runCommand(process.argv.slice(2), process.env, output);
  // After a failure, open handles could keep the process running.
  if (code > 0) process.exit(code);
}
