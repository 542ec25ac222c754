import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { features } from "./dependency-rules.ts";
import { pageRules, violatesRule } from "./one-way.ts";
import { secondConnections } from "./second-connections.ts";
import { isWebSource } from "./web-sources.ts";
import { wordsAtModuleTop } from "./words-at-module-top.ts";

/**
 * The rules of ARCHITECTURE.md that neither the linter nor `dependency-rules.ts` can check. Each rule
 * is also tested with a bad example.
 */
const root = resolve(import.meta.dirname, "..");

const vagueNames = /^(utils?|helpers?|common|misc|shared|types|managers?)$/;

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (/^(node_modules|build|dist|generated|\..*)$/.test(name)) return [];
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });

const isTestFile = (path: string) => /\.test\.tsx?$|\.testing\.ts$|\/testing|\/fixtures/.test(path);

/**
 * Matches code that compares a name with a translated word, looks something up by such a word, or
 * expects a slug. Such code breaks when the owner changes the name; it should use a kind or a role.
 */
const dependsOnTranslatedWords = (text: string) =>
  /\b(?:name|category|title|heading)\s*[!=]==\s*say\(|\bsay\([^()]*\)(\.toLowerCase\(\))?\s*[!=]==|[\w\])]\[say\(|\b\w*[sS]lugs?\b\s*[:=]\s*\[?"[a-z]/.test(
    text,
  );

/** The content of an error may be inspected only in `errors.ts`. */
const inspectsErrors = (text: string) =>
  /\bas\s*\{\s*(?:code|status|kind)\?:|\((?:error|cause|failure|thrown)\s+as\b|\binstanceof PlatformError\b/.test(text);

const all = ["packages", "apps", "e2e", "bench", "tools"].flatMap((folder) => sources(join(root, folder)));

describe("names that the owner can change", () => {
  test.each([
    ["a comparison of a name with a translated text", "say(heading).toLowerCase() === name"],
    ["a comparison of a translated text with a name", 'name === say("category.children")'],
    ["a lookup by a translated text", 'data.categories[say("category.firstTime")]'],
    ["a hard-coded slug of a service", 'const testSlug = "saugojimo-testas";'],
    ["several", 'const courseSlugs = ["virsutine-sauga"];'],
  ])("detects code that depends on translated words: %s", (_name, example) =>
    expect(dependsOnTranslatedWords(example)).toBe(true),
  );
});

describe("inspection of errors", () => {
  test.each([
    "const { code } = error as { code?: string };",
    "const busy = (error as PlatformError).status === 503;",
    "if (error instanceof PlatformError) return;",
  ])("the rule about inspecting errors detects %s", (example) => expect(inspectsErrors(example)).toBe(true));

  test("pages inspect errors only in errors.ts", () => {
    const pages = all.filter(
      (path) => /^(?:apps\/(?:site\/src\/pages|admin)|packages\/ui)\//.test(relative(root, path)) && !isTestFile(path),
    );
    expect(pages.filter((path) => inspectsErrors(readFileSync(path, "utf8")))).toEqual([]);
  });
});

describe("one implementation for each building block of a page", () => {
  test.each(pageRules)("the rule detects a bad example: $name", (way) =>
    expect(violatesRule(way, "apps/admin/src/pages/gym/gym.tsx", way.bad)).toBe(true),
  );
  const pages = all
    .map((path) => relative(root, path))
    .filter((path) => isWebSource(path) && !path.startsWith("packages/page-loader/") && !isTestFile(path));
  test.each(pageRules)("the site follows the rule: $name", (way) =>
    expect(pages.filter((path) => violatesRule(way, path, readFileSync(join(root, path), "utf8")))).toEqual([]),
  );

  /**
   * Adding a page changes eight files: the three files of its folder and their test, the page
   * table, the list of texts, and the site's messages in two languages.
   */
  test("a page's texts are referenced only in its folder, the page table and the site's messages", () => {
    const texts = pages
      .filter((path) => path.endsWith(".content.ts"))
      .map((path) => [dirname(path), /collection: "(\w+)"/.exec(readFileSync(join(root, path), "utf8"))?.[1]] as const);
    expect(texts.length).toBeGreaterThan(15);
    // The home page's collection contains the general questions, which belong to no other page.
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

  /**
   * Returns the class names defined in a style sheet. New pages use Tailwind classes, because a
   * class from a global style sheet has to be looked up in a second file.
   */
  const classesOf = (text: string) =>
    [
      ...text
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\{[^{}]*\}/gs, "{}")
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
    ].map(([, name = ""]) => name);
  const sheets = globSync("{apps/admin,packages/ui}/src/styles/*.css", { cwd: root });
  test("the site contains no new style sheets", () => {
    expect(classesOf("/* .no */ .a .b-c:hover { color: var(--d.e) }")).toEqual(["a", "b-c"]);
    const named =
      "admin art base buttons calendar content desk every-page fonts forced forms frame home print schedule sessions ticket tokens type".split(
        " ",
      );
    const found = sheets.map((path) => basename(path, ".css"));
    expect(found.filter((name) => !named.includes(name))).toEqual([]);
  });
  test("every class of a style sheet is used by a page", () => {
    const drawn = [...pages.map((path) => join(root, path)), ...sources(join(root, "packages/art/src"))]
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const isUsed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(drawn);
    expect(isUsed("headline") && !isUsed("nobody-draws-this")).toBe(true);
    // Class names that have a computed part or are rendered by the editor library.
    const made = /^(?:size|torn|hold|looking|voucher)-|^ProseMirror|^until-|^on-hue$|^in-lines?$/;
    const unused = sheets.flatMap((path) =>
      [...new Set(classesOf(readFileSync(join(root, path), "utf8")))]
        .filter((each) => !made.test(each) && !isUsed(each))
        .map((each) => `${path}: .${each}`),
    );
    expect(unused).toEqual([]);
  });
});

describe("the source tree", () => {
  test("translations are requested while handling a request, not when a module is loaded", () => {
    const loaded = (text: string) => wordsAtModuleTop("a.ts", `import { say } from "@uola/words/site";\n${text}`);
    expect(loaded('const label = say("a");\nconst labels = { b: [say("b")] };')).toEqual([2, 3]);
    expect(loaded('const label = () => say("a");')).toEqual([]);
    const found = all
      .filter((path) => isWebSource(relative(root, path)) && !isTestFile(path))
      .flatMap((path) =>
        wordsAtModuleTop(path, readFileSync(path, "utf8")).map((line) => `${relative(root, path)}:${line}`),
      );
    expect(found).toEqual([]);
  });

  /** A link that is not created by `linkTo` opens the page in another language. */
  test("the site creates links to its own pages with linkTo", () => {
    const plain = /\bhref=(?:"|\{`)\/|\bhref: ["`]\/|\bgo\(["`]\//;
    expect(plain.test('<a href="/prices/">') && plain.test("go(`/admin/`)")).toBe(true);
    const found = all.filter(
      (path) =>
        isWebSource(relative(root, path)) &&
        !/^(?:packages\/page-loader\/src\/server|apps\/web\/src\/(?:bundle|server))\//.test(relative(root, path)) &&
        !isTestFile(path) &&
        plain.test(readFileSync(path, "utf8")),
    );
    expect(found.map((path) => relative(root, path))).toEqual([]);
  });

  test("the site does not depend on names that the owner can change", () => {
    const site = all.filter(
      (path) => isWebSource(relative(root, path)) && !isTestFile(path) && !/\.fixture\.ts$/.test(path),
    );
    expect(site.filter((path) => dependsOnTranslatedWords(readFileSync(path, "utf8")))).toEqual([]);
  });

  test("no file or folder is named utils, helpers, common or similar", () => {
    const named = all.flatMap((path) =>
      relative(root, path)
        .split("/")
        .map((part) => [part.replace(/\.\w+$/, ""), path]),
    );
    expect(named.filter(([part]) => vagueNames.test(part ?? "")).map(([, path]) => path)).toEqual([]);
  });
});

describe("one connection per transaction", () => {
  test.each([
    ["a query on the outer database", "const f = (tx: Database) => db.selectFrom('x').execute();"],
    [
      "a query on the context's database",
      "db.transaction().execute(async (tx) => { await context.db.selectFrom('x').execute(); });",
    ],
    ["an outer database passed to a function", "async function f(tx: Database) { await read({ db }); }"],
    [
      "a query on the connection pool",
      "const f = (tx: Database, house: House) => house.connection.pool.query('select 1');",
    ],
    [
      "a read from the catalogue",
      "moving([], async (tx, rows) => { await moves.offering.service(rows[0].serviceId); });",
    ],
    ["collections", "step(async (tx) => { const known = await collections.find('Prices'); });"],
    [
      "a query in the callback of transact",
      "transact(context, { lookUp }, async (on) => { await pool.query('select 1'); });",
    ],
    ["a nested transaction", "const f = (tx: Database) => transact(context, { publish }, work);"],
    ["a query in a nested function", "step((tx) => [1].map(async () => db.selectFrom('x').execute()));"],
  ])("detects a second connection inside a transaction: %s", (_, text) =>
    expect(secondConnections("a.ts", text)).toHaveLength(1),
  );

  test.each([
    [
      "a parameter of a nested function",
      "step((tx) => { const read = (db: Database) => db.selectFrom('x'); return read(tx); });",
    ],
    [
      "a function with an optional transaction",
      "const run = ({ db }: House, tx?: Database) => (tx ?? db).selectFrom('x');",
    ],
    ["a transaction parameter with a default value", "const rows = (tx: Database = db) => tx.selectFrom('x');"],
    ["db as a property name", "step((tx) => audit({ ...house, db: tx }));"],
    [
      "a read before the transaction starts",
      "transact({ db }, { lookUp: () => read(db) }, (tx, known) => write(tx, known));",
    ],
  ])("the one-connection rule allows %s", (_, text) => expect(secondConnections("a.ts", text)).toEqual([]));

  test("no source file requests a second connection inside a transaction", () => {
    const asking = all
      .filter((path) => !/^(e2e|bench|tools)\//.test(relative(root, path)) && !isTestFile(path))
      .flatMap((path) =>
        secondConnections(path, readFileSync(path, "utf8")).map(
          ({ line, asks }) => `${relative(root, path)}:${line} ${asks}`,
        ),
      );
    expect(asking).toEqual([]);
  });

  const opens = (text: string) => /\.transaction\(\)/.test(text);
  test("detects a transaction opened without transact", () =>
    expect(opens("await db.transaction().execute(work)")).toBe(true));
  test("transactions are opened only by transact", () => {
    const opening = all
      .filter((path) => /^(packages|apps)\//.test(relative(root, path)))
      .filter((path) => !isTestFile(path) && !/\.testing\.ts$/.test(path) && opens(readFileSync(path, "utf8")))
      .map((path) => relative(root, path));
    expect(opening).toEqual(["packages/database/src/transact.ts"]);
  });
});

describe("SQL of booking and commerce appears only in their stores", () => {
  const isStore = (path: string) => /\/(?:[a-z-]+-)?store\.ts$|\/place-counter\.ts$/.test(path);
  const statements =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`;]*>)?`|\bpool\.query\b/;
  test.each([
    ["a Kysely statement", 'const rows = await tx.selectFrom("booking").selectAll().execute();'],
    ["raw SQL", "await sql`select 1`.execute(tx);"],
    ["a typed SQL expression", "query.select(sql<Map<string, number>>`count(*)::int`.as('count'))"],
    ["a query of the database driver", "const { rows } = await pool.query<Row>({ text });"],
  ])("the SQL rule detects %s", (_, text) => expect(statements.test(text)).toBe(true));
  test("the SQL rule ignores the sort column of a list", () =>
    expect(statements.test('fields: { id: { column: sql.ref("booking.id"), type: "uuid" } }')).toBe(false));

  test("booking and commerce contain SQL only in their stores", () => {
    const elsewhere = all
      .map((path) => relative(root, path))
      .filter((path) => /^packages\/(booking|commerce)\/src\//.test(path) && !isTestFile(path) && !isStore(path))
      .filter((path) => statements.test(readFileSync(join(root, path), "utf8")));
    expect(elsewhere).toEqual([]);
  });
});

describe("features", () => {
  test.each(Object.entries(features))("the feature list of %s matches its feature folders", (name, order) => {
    const source = join(root, "packages", name, "src");
    const folders = readdirSync(source).filter((entry) => statSync(join(source, entry)).isDirectory());
    expect(folders.toSorted()).toEqual([...order].toSorted());
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

  test.each(["apps", "packages"])("the tree in ARCHITECTURE.md names exactly the folders of %s/", (folder) => {
    const tree = new RegExp(`^${folder}/\n((?: {2}.*\n)+)`, "m").exec(text)?.[1] ?? "";
    const named = [...tree.matchAll(/^ {2}([\w-]+)\//gm)].map(([, name]) => name);
    const folders = readdirSync(join(root, folder)).filter((name) =>
      existsSync(join(root, folder, name, "package.json")),
    );
    expect(named.toSorted()).toEqual(folders.toSorted());
  });

  test.each(Object.entries(features))(
    "the table in ARCHITECTURE.md lists the features of %s in their order",
    (name, order) => {
      const row = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, "m").exec(text)?.[1] ?? "";
      expect([...row.matchAll(/`(\w+)`/g)].map(([, feature]) => feature)).toEqual([...order]);
    },
  );

  test("in the operation path of ARCHITECTURE.md each file imports the next, and only the last two contain SQL", () => {
    const [contract, serve, operation, store, counter] = [...text.matchAll(/^\d\. `([^`]+)`/gm)].map(
      ([, path = ""]) => path,
    );
    const [rules, deadlines] = [...text.matchAll(/^- `([^`]+)`: /gm)].map(([, path = ""]) => path);
    const source = (path = "") => readFileSync(join(root, path), "utf8");
    const imported = (path = "") =>
      Array.from(source(path).matchAll(/\bfrom "(\.[^"]+)"/g), ([, to = ""]) => join(dirname(path), to));
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
