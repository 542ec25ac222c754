import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isSecondWay, ways } from "./one-way.ts";
import { secondConnections } from "./second-connections.ts";
import { wordsAtModuleTop } from "./words-at-module-top.ts";

/** The rules of ARCHITECTURE.md that the linter cannot check. Each rule is also tested with a bad example. */
const root = resolve(import.meta.dirname, "..");

/** Which workspaces may import which; `contract` and `client` also run in a browser. */
const foundations = ["contract", "accounts", "database", "art", "words"];
const arrows: Record<string, readonly string[]> = {
  contract: [],
  art: [],
  words: [],
  client: ["contract"],
  database: [],
  accounts: ["database"],
  identity: ["accounts", "database", "art", "words"],
  adapter: [],
  kernel: foundations,
  members: [...foundations, "kernel"],
  data: [...foundations, "kernel", "members"],
  booking: [...foundations, "kernel", "members", "data"],
  commerce: [...foundations, "kernel", "members", "data", "booking"],
  messaging: [...foundations, "kernel", "members", "data", "booking", "commerce"],
  site: ["client", "contract", "art", "words"],
  server: [
    ...foundations,
    "client",
    "identity",
    "kernel",
    "members",
    "data",
    "booking",
    "commerce",
    "messaging",
    "site",
  ],
  e2e: ["client", "contract", "commerce", "site", "words"],
  bench: ["client", "contract", "database", "data", "booking", "commerce", "kernel", "accounts", "site", "server"],
};

/** The features of each package. A feature imports only features before it; what flows the other way is an event. */
const features: Record<string, readonly string[]> = {
  members: ["tokens", "captcha", "members", "authentication", "recovery", "security", "keys"],
  data: ["connections", "collections", "items", "indexes", "editing", "content", "media", "imports"],
  booking: [
    "business",
    "limits",
    "resources",
    "services",
    "availability",
    "schedules",
    "bookings",
    "waitlist",
    "people",
  ],
  commerce: [
    "money",
    "desk",
    "vat",
    "prices",
    "documents",
    "vouchers",
    "coupons",
    "passes",
    "orders",
    "bookkeeping",
    "reports",
  ],
  messaging: ["notifications", "inquiries", "webhooks", "history", "errors", "measuring"],
};

const vagueNames = /^(utils?|helpers?|common|misc|shared|types|managers?)$/;

type Import = { from: string; to: string };

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (/^(node_modules|build|dist|generated|\..*)$/.test(name)) return [];
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });

/** Import statements at the beginning of a line, and lazy imports. Code that a program generates as text does not count. */
const importing = /^(?:import|export)[^;"]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;
const importsOf = (path: string, text: string): Import[] =>
  [...text.matchAll(importing)].map(([, ...to]) => ({ from: relative(root, path), to: to.find(Boolean) ?? "" }));

const workspaceOf = (path: string) => /^(?:packages|apps)\/([^/]+)|^(e2e|bench)\//.exec(path)?.slice(1).find(Boolean);
const isProof = (path: string) => /\.test\.tsx?$|\.testing\.ts$|\/testing|\/fixtures/.test(path);

const againstArrows = ({ from, to }: Import) => {
  const self = workspaceOf(from);
  const target = /^@uola\/([^/]+)/.exec(to)?.[1];
  return (
    self !== undefined && target !== undefined && target !== self && !isProof(from) && !arrows[self]?.includes(target)
  );
};

const leavesItsPackage = ({ from, to }: Import) => {
  const self = workspaceOf(from);
  if (!to.startsWith(".") || !self || isProof(from)) return false;
  return workspaceOf(`${relative(root, resolve(root, dirname(from), to))}/`) !== self;
};

const featureOf = (path: string) => /^packages\/[^/]+\/src\/([^/]+)\//.exec(path)?.[1];
const againstFeatureOrder = ({ from, to }: Import) => {
  const order = features[workspaceOf(from) ?? ""];
  const self = featureOf(from);
  if (!order || !self || !to.startsWith(".") || isProof(from)) return false;
  const path = relative(root, resolve(root, dirname(from), to));
  const target = featureOf(path);
  if (self === target) return false;
  // A package's front file imports its features, so no feature may import it. They may import the package's events.
  if (!target) return !path.endsWith("/src/events.ts");
  const isFrontFile = path.endsWith(`/${target}/${target}.ts`);
  return !isFrontFile || order.indexOf(target) > order.indexOf(self);
};

/** A package may not import itself by its name, since that is its front file, which imports all features. */
const importsItself = ({ from, to }: Import) =>
  to.split("/").slice(0, 2).join("/") === `@uola/${workspaceOf(from)}` && !isProof(from);

/** Other packages import only a package's front file. Its other entry points are for tests and benches. */
const passesTheFront = ({ from, to }: Import) =>
  /^@uola\/(kernel|members|data|booking|commerce|messaging)\//.test(to) &&
  !isProof(from) &&
  !/^(bench|e2e)\//.test(from);

/** In the site, `ui` may import neither the platform's packages nor pages. */
const uiKnowsBusiness = ({ from, to }: Import) =>
  /^apps\/site\/src\/ui\//.test(from) && !isProof(from) && /@uola\/(client|contract)|\/pages\/|\/server\//.test(to);

/** In the site, what pages are made of imports no page. */
const importsPages = ({ from, to }: Import) =>
  /^apps\/site\/src\/(?:loader|ui|features|admin)\//.test(from) && !isProof(from) && /^(?:\.\.\/)+pages\//.test(to);

/**
 * Code that compares a name with a translated word, looks something up by one, or expects a slug breaks when the owner
 * changes the name. It should use a kind or a role.
 */
const knowsByWords = (text: string) =>
  /\b(?:name|category|title|heading)\s*[!=]==\s*say\(|\bsay\([^()]*\)(\.toLowerCase\(\))?\s*[!=]==|[\w\])]\[say\(|\b\w*[sS]lugs?\b\s*[:=]\s*\[?"[a-z]/.test(
    text,
  );

/** In the site: pages read and write by one module, which alone knows the library; public pages whose weight counts do without. */
const readsByItself = ({ from, to }: Import) => {
  if (!/^apps\/site\/src\//.test(from) || isProof(from)) return false;
  if (to === "@tanstack/react-query") return from !== "apps/site/src/use-platform.ts";
  if (/^apps\/site\/src\/pages\/(booking|private)\//.test(from)) return to.endsWith("/use-platform.ts");
  return (
    /^apps\/site\/src\/(pages|admin)\//.test(from) && to.endsWith("/platform.ts") && !to.endsWith("use-platform.ts")
  );
};

/** What an error says is read in `errors.ts`. */
const looksIntoErrors = (text: string) =>
  /\bas\s*\{\s*(?:code|status|kind)\?:|\((?:error|cause|failure|thrown)\s+as\b|\binstanceof PlatformError\b/.test(text);

const all = ["packages", "apps", "e2e", "bench", "tools"].flatMap((folder) => sources(join(root, folder)));
const imports = all.flatMap((path) => importsOf(path, readFileSync(path, "utf8")));

describe("each rule finds a bad example", () => {
  const bad: [string, (i: Import) => boolean, Import][] = [
    ["package arrows", againstArrows, { from: "packages/contract/src/a.ts", to: "@uola/kernel" }],
    ["relative way out", leavesItsPackage, { from: "packages/contract/src/a.ts", to: "../../kernel/src/index.ts" }],
    [
      "feature order",
      againstFeatureOrder,
      { from: "packages/booking/src/services/services.ts", to: "../bookings/bookings.ts" },
    ],
    [
      "a feature's back door",
      againstFeatureOrder,
      { from: "packages/booking/src/bookings/bookings.ts", to: "../availability/store.ts" },
    ],
    [
      "a feature imports the front file of its package",
      againstFeatureOrder,
      { from: "packages/booking/src/bookings/bookings.ts", to: "../index.ts" },
    ],
    ["kernel imports a package", againstArrows, { from: "packages/kernel/src/serve.ts", to: "@uola/members" }],
    ["a package imports itself", importsItself, { from: "packages/kernel/src/keyring.ts", to: "@uola/kernel" }],
    [
      "a package's back door",
      passesTheFront,
      { from: "packages/messaging/src/history/history.ts", to: "@uola/booking/claims" },
    ],
    [
      "a part that imports a page",
      importsPages,
      { from: "apps/site/src/features/hours.ts", to: "../pages/home/home.tsx" },
    ],
    ["ui knows business", uiKnowsBusiness, { from: "apps/site/src/ui/seats.tsx", to: "@uola/client" }],
    [
      "a page with queries of its own",
      readsByItself,
      { from: "apps/site/src/pages/members/members.tsx", to: "@tanstack/react-query" },
    ],
    [
      "a page that calls the platform by itself",
      readsByItself,
      { from: "apps/site/src/pages/account/use-own-bookings.ts", to: "../../platform.ts" },
    ],
    [
      "a heavy public page",
      readsByItself,
      { from: "apps/site/src/pages/booking/booking.tsx", to: "../../use-platform.ts" },
    ],
  ];
  test.each(bad)("%s", (_name, rule, example) => expect(rule(example)).toBe(true));
  test.each([
    ["a name compared", "say(heading).toLowerCase() === name"],
    ["a name compared, the other way round", 'name === say("category.children")'],
    ["something looked up by a word", 'data.categories[say("category.firstTime")]'],
    ["a service known by its address", 'const testSlug = "saugojimo-testas";'],
    ["several", 'const courseSlugs = ["virsutine-sauga"];'],
  ])("%s", (_name, example) => expect(knowsByWords(example)).toBe(true));
});

describe("errors", () => {
  test.each([
    "const { code } = error as { code?: string };",
    "const busy = (error as PlatformError).status === 503;",
    "if (error instanceof PlatformError) return;",
  ])("the rule finds %s", (example) => expect(looksIntoErrors(example)).toBe(true));

  test("are read in one place by pages", () => {
    const pages = all.filter(
      (path) => /^apps\/site\/src\/(pages|admin|ui)\//.test(relative(root, path)) && !isProof(path),
    );
    expect(pages.filter((path) => looksIntoErrors(readFileSync(path, "utf8")))).toEqual([]);
  });
});

describe("a page is made in one way", () => {
  test.each(ways)("the rule finds a bad example: $name", (way) =>
    expect(isSecondWay(way, "apps/site/src/pages/admin-gym/gym.tsx", way.bad)).toBe(true),
  );
  const pages = all
    .map((path) => relative(root, path))
    .filter((path) => /^apps\/site\/src\/(?!loader\/)/.test(path) && !isProof(path) && !/\.test\.tsx?$/.test(path));
  test.each(ways)("$name", (way) =>
    expect(pages.filter((path) => isSecondWay(way, path, readFileSync(join(root, path), "utf8")))).toEqual([]),
  );

  /** Its folder's three files and their test, the table, the list of texts, and the site's words twice: eight to add. */
  test("the texts of a page are named beside it, in the table and in the site's words only", () => {
    const texts = pages
      .filter((path) => path.endsWith(".content.ts"))
      .map((path) => [dirname(path), /collection: "(\w+)"/.exec(readFileSync(join(root, path), "utf8"))?.[1]] as const);
    expect(texts.length).toBeGreaterThan(15);
    // The questions of the home page are those about nothing else.
    const known = ["apps/site/src/public-pages.ts", "apps/site/src/pages/faq/faq.data.ts"];
    const elsewhere = texts.flatMap(([folder, collection]) =>
      pages.filter(
        (path) =>
          !path.startsWith(`${folder}/`) &&
          !known.includes(path) &&
          readFileSync(join(root, path), "utf8").includes(`"${collection}"`),
      ),
    );
    expect(elsewhere).toEqual([]);
    expect(readFileSync(join(root, "packages/words/src/admin/lt.json"), "utf8")).not.toContain('"texts.');
  });

  /** A class that a sheet has for everybody is looked for in a second place. New pages are made of Tailwind's. */
  const classesOf = (text: string) =>
    [
      ...text
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\{[^{}]*\}/gs, "{}")
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
    ].map(([, name = ""]) => name);
  const styles = join(root, "apps/site/src/styles");
  test("the site has no other sheets than those it began with", () => {
    expect(classesOf("/* .no */ .a .b-c:hover { color: var(--d.e) }")).toEqual(["a", "b-c"]);
    const named =
      "admin art base buttons calendar content desk every-page fonts forced forms frame home print schedule sessions ticket tokens type".split(
        " ",
      );
    const found = readdirSync(styles).map((name) => name.replace(/\.css$/, ""));
    expect(found.filter((name) => !named.includes(name))).toEqual([]);
  });
  test("every class of a sheet is used by a page", () => {
    const drawn = [...pages.map((path) => join(root, path)), ...sources(join(root, "packages/art/src"))]
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const isUsed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(drawn);
    expect(isUsed("headline") && !isUsed("nobody-draws-this")).toBe(true);
    // Made of a part that is counted or chosen, or drawn by the library of the editor.
    const made = /^(?:size|torn|hold|looking|voucher)-|^ProseMirror|^until-|^on-hue$|^in-lines?$/;
    const unused = readdirSync(styles).flatMap((name) =>
      [...new Set(classesOf(readFileSync(join(styles, name), "utf8")))]
        .filter((each) => !made.test(each) && !isUsed(each))
        .map((each) => `${name}: .${each}`),
    );
    expect(unused).toEqual([]);
  });
});

describe("the tree", () => {
  test("has imports that the rules can check", () => expect(imports.length).toBeGreaterThan(50));
  test.each([
    ["follows the package arrows", againstArrows],
    ["imports nothing across packages by a relative path", leavesItsPackage],
    ["keeps the order of features, through their front files", againstFeatureOrder],
    ["uses packages through their front files", passesTheFront],
    ["has no package that imports itself by name", importsItself],
    ["has no business logic in ui", uiKnowsBusiness],
    ["has no page that is imported by what pages are made of", importsPages],
  ])("%s", (_name, rule) => expect(imports.filter(rule)).toEqual([]));

  test("asks for words when a request is answered, not when a module is loaded", () => {
    const loaded = (text: string) => wordsAtModuleTop("a.ts", `import { say } from "@uola/words/site";\n${text}`);
    expect(loaded('const label = say("a");\nconst labels = { b: [say("b")] };')).toEqual([2, 3]);
    expect(loaded('const label = () => say("a");')).toEqual([]);
    const found = all
      .filter((path) => path.includes("apps/site/src") && !isProof(path))
      .flatMap((path) =>
        wordsAtModuleTop(path, readFileSync(path, "utf8")).map((line) => `${relative(root, path)}:${line}`),
      );
    expect(found).toEqual([]);
  });

  /** A link that is not made by `linkTo` leads to the page in another language. */
  test("links to its own pages by linkTo", () => {
    const plain = /\bhref=(?:"|\{`)\/|\bhref: ["`]\/|\bgo\(["`]\//;
    expect(plain.test('<a href="/prices/">') && plain.test("go(`/admin/`)")).toBe(true);
    const found = all.filter(
      (path) =>
        /apps\/site\/src\/(?!loader\/(?:server|bundle)|server\/)/.test(path) &&
        !isProof(path) &&
        plain.test(readFileSync(path, "utf8")),
    );
    expect(found.map((path) => relative(root, path))).toEqual([]);
  });

  test("does not depend on names that the owner can change", () => {
    const site = all.filter((path) => /apps\/site\/src\//.test(path) && !/\.test\.tsx?$|\.fixture\.ts$/.test(path));
    expect(site.filter((path) => knowsByWords(readFileSync(path, "utf8")))).toEqual([]);
  });

  test("has no file or folder named utils, helpers, common or the like", () => {
    const named = all.flatMap((path) =>
      relative(root, path)
        .split("/")
        .map((part) => [part.replace(/\.\w+$/, ""), path]),
    );
    expect(named.filter(([part]) => vagueNames.test(part ?? "")).map(([, path]) => path)).toEqual([]);
  });
});

describe("a transaction has one connection", () => {
  test.each([
    ["the database", "const f = (tx: Database) => db.selectFrom('x').execute();"],
    [
      "the context's database",
      "db.transaction().execute(async (tx) => { await context.db.selectFrom('x').execute(); });",
    ],
    ["a database handed on", "async function f(tx: Database) { await read({ db }); }"],
    ["the pool", "const f = (tx: Database, house: House) => house.connection.pool.query('select 1');"],
    ["the catalogue", "moving([], async (tx, rows) => { await moves.offering.service(rows[0].serviceId); });"],
    ["collections", "step(async (tx) => { const known = await collections.find('Prices'); });"],
    [
      "the callback of a transaction",
      "transact(context, { lookUp }, async (on) => { await pool.query('select 1'); });",
    ],
    ["a transaction within", "const f = (tx: Database) => transact(context, { publish }, work);"],
    ["a function within", "step((tx) => [1].map(async () => db.selectFrom('x').execute()));"],
  ])("the rule finds %s", (_, text) => expect(secondConnections("a.ts", text)).toHaveLength(1));

  test.each([
    ["a database of its own", "step((tx) => { const read = (db: Database) => db.selectFrom('x'); return read(tx); });"],
    ["what may be given a transaction", "const run = ({ db }: House, tx?: Database) => (tx ?? db).selectFrom('x');"],
    ["a database without one given", "const rows = (tx: Database = db) => tx.selectFrom('x');"],
    ["a name", "step((tx) => audit({ ...house, db: tx }));"],
    ["what is looked up before", "transact({ db }, { lookUp: () => read(db) }, (tx, known) => write(tx, known));"],
  ])("the rule allows %s", (_, text) => expect(secondConnections("a.ts", text)).toEqual([]));

  test("is not broken in any source file", () => {
    const asking = all
      .filter((path) => !/^(e2e|bench|tools)\//.test(relative(root, path)) && !isProof(path))
      .flatMap((path) =>
        secondConnections(path, readFileSync(path, "utf8")).map(
          ({ line, asks }) => `${relative(root, path)}:${line} ${asks}`,
        ),
      );
    expect(asking).toEqual([]);
  });

  const opens = (text: string) => /\.transaction\(\)/.test(text);
  test("the rule finds a transaction opened without transact", () =>
    expect(opens("await db.transaction().execute(work)")).toBe(true));
  test("is opened by transact only", () => {
    const opening = all
      .filter((path) => /^(packages|apps)\//.test(relative(root, path)))
      .filter((path) => !isProof(path) && !/\.testing\.ts$/.test(path) && opens(readFileSync(path, "utf8")))
      .map((path) => relative(root, path));
    expect(opening).toEqual(["packages/database/src/transact.ts"]);
  });
});

describe("SQL of booking and commerce stands in their stores", () => {
  const isStore = (path: string) => /\/(?:[a-z-]+-)?store\.ts$|\/place-counter\.ts$/.test(path);
  const statements =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`;]*>)?`|\bpool\.query\b/;
  test.each([
    ["a Kysely statement", 'const rows = await tx.selectFrom("booking").selectAll().execute();'],
    ["raw SQL", "await sql`select 1`.execute(tx);"],
    ["an expression with a type", "query.select(sql<Map<string, number>>`count(*)::int`.as('count'))"],
    ["a statement of the driver", "const { rows } = await pool.query<Row>({ text });"],
  ])("the rule finds %s", (_, text) => expect(statements.test(text)).toBe(true));
  test("a column that a list is ordered by is none", () =>
    expect(statements.test('fields: { id: { column: sql.ref("booking.id"), type: "uuid" } }')).toBe(false));

  test("in every source file", () => {
    const elsewhere = all
      .map((path) => relative(root, path))
      .filter((path) => /^packages\/(booking|commerce)\/src\//.test(path) && !isProof(path) && !isStore(path))
      .filter((path) => statements.test(readFileSync(join(root, path), "utf8")));
    expect(elsewhere).toEqual([]);
  });
});

describe("features", () => {
  test.each(Object.entries(features))("of %s are all listed", (name, order) => {
    const source = join(root, "packages", name, "src");
    const folders = readdirSync(source).filter((entry) => statSync(join(source, entry)).isDirectory());
    expect(folders.toSorted()).toEqual([...order].toSorted());
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

  test.each(["apps", "packages"])("its tree names every folder of %s/, and no other", (folder) => {
    const tree = new RegExp(`^${folder}/\n((?: {2}.*\n)+)`, "m").exec(text)?.[1] ?? "";
    const named = [...tree.matchAll(/^ {2}(\w+)\//gm)].map(([, name]) => name);
    const folders = readdirSync(join(root, folder)).filter((name) =>
      existsSync(join(root, folder, name, "package.json")),
    );
    expect(named.toSorted()).toEqual(folders.toSorted());
  });

  test.each(Object.entries(features))("its table has the features of %s in their order", (name, order) => {
    const row = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, "m").exec(text)?.[1] ?? "";
    expect([...row.matchAll(/`(\w+)`/g)].map(([, feature]) => feature)).toEqual([...order]);
  });

  test("its path of an operation is right: each file imports the next, and only the last two contain SQL", () => {
    const [contract, serve, operation, store, counter] = [...text.matchAll(/^\d\. `([^`]+)`/gm)].map(
      ([, path = ""]) => path,
    );
    const [rules, deadlines] = [...text.matchAll(/^- `([^`]+)`: /gm)].map(([, path = ""]) => path);
    const source = (path = "") => readFileSync(join(root, path), "utf8");
    const imported = (path = "") =>
      importsOf(join(root, path), source(path)).map(({ to }) => relative(root, resolve(root, dirname(path), to)));
    const writesSql = (path?: string) =>
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(source(path));
    expect(source(contract)).toContain("  cancel: endpoint(");
    expect(source(serve)).toContain("caller");
    expect(imported(operation)).toEqual(expect.arrayContaining([rules, store]));
    const frontOfCounter = join(dirname(counter ?? ""), "availability.ts");
    expect(imported(rules)).toContain(frontOfCounter);
    expect(imported(frontOfCounter)).toContain(deadlines);
    expect(imported(store)).toContain(frontOfCounter);
    expect(imported(frontOfCounter)).toContain(counter);
    expect([operation, rules, deadlines, store, counter].map(writesSql)).toEqual([false, false, false, true, true]);
  });
});
