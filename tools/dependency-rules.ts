import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser";

/**
 * The import rules of ARCHITECTURE.md, checked by dependency-cruiser on resolved imports (static,
 * dynamic and type-only). Tests may import across packages.
 */

const foundations = ["contract", "accounts", "database", "art", "words"];
const browserBase = ["client", "contract", "art", "words"];
const platform = ["kernel", "members", "data", "booking", "commerce", "messaging"];
/** Which workspaces may import which; `contract`, `client` and the website also run in a browser. */
export const allowedDependencies: Record<string, readonly string[]> = {
  contract: [],
  art: [],
  words: [],
  client: ["contract"],
  database: [],
  accounts: ["database"],
  identity: ["accounts", "database", "art", "words"],
  adapter: [],
  ...Object.fromEntries(platform.map((name, index) => [name, [...foundations, ...platform.slice(0, index)]])),
  "page-loader": ["client", "contract", "words"],
  browser: [...browserBase, "page-loader"],
  ui: [...browserBase, "page-loader", "browser"],
  site: [...browserBase, "page-loader", "browser", "ui"],
  admin: [...browserBase, "page-loader", "browser", "ui"],
  web: [...browserBase, "page-loader", "browser", "ui", "site", "admin"],
  server: [...foundations, ...platform, "client", "identity", "site", "web"],
  e2e: ["client", "contract", "commerce", "web", "words"],
  bench: ["client", "contract", "database", "data", "booking", "commerce", "kernel", "accounts", "web", "server"],
};

/**
 * The features of each package. A feature imports only features listed before it; dependencies in
 * the other direction use events.
 */
export const features: Record<string, readonly string[]> = {
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
    "ledger",
    "vouchers",
    "coupons",
    "passes",
    "orders",
    "bookkeeping",
    "reports",
  ],
  messaging: ["notifications", "inquiries", "webhooks", "history", "errors", "measuring"],
};

const tests = String.raw`\.test\.tsx?$|\.testing\.tsx?$|/testing|/fixtures`;
const workspace = "^(?:packages|apps)/|^";
const anyOf = (names: readonly string[]) => `(?:${names.join("|")})`;

/** Each workspace imports only the workspaces that are listed for it. */
const arrows = Object.entries(allowedDependencies).map(
  ([name, allowed]): IForbiddenRuleType => ({
    name: `${name}-dependencies`,
    comment: `@uola/${name} may import ${allowed.join(", ") || "no other package"}.`,
    severity: "error",
    from: { path: `(?:${workspace})${name}/`, pathNot: tests },
    to: {
      path: "^(?:packages|apps|e2e|bench|clients|tools)/",
      pathNot: `^(?:(?:packages|apps)/)?${anyOf([name, ...allowed])}/`,
    },
  }),
);

/** A feature imports earlier features through their entry file, `<feature>/<feature>.ts`. */
const featureOrder = Object.entries(features).flatMap(([name, order]) =>
  order.map((feature, index): IForbiddenRuleType => {
    const earlier = order.slice(0, index).map((other) => `${other}/${other}\\.ts$`);
    return {
      name: `${name}-${feature}-order`,
      comment: "A feature imports only earlier features, through their entry files, and the package's events.",
      severity: "error",
      from: { path: `^packages/${name}/src/${feature}/`, pathNot: tests },
      to: {
        path: `^packages/${name}/src/`,
        pathNot: `^packages/${name}/src/(?:${[`${feature}/`, "events\\.ts$", ...earlier].join("|")})`,
      },
    };
  }),
);

/** Pages of signed-in members and of people with a link; they may carry the query library. */
const ofMembers = "^apps/site/src/pages/(?:account|manage|offer|security)/";
/**
 * Pages that manage their own state: the cart and the order, the steps of a booking and its hold,
 * and the request for an event.
 */
const hasOwnState = String.raw`^apps/site/src/pages/(?:booking/booking\.tsx|private/use-request\.ts|order/use-[\w-]+\.ts)$`;

const rules: IForbiddenRuleType[] = [
  {
    name: "packages-by-name",
    comment: "Another package is imported by its name.",
    severity: "error",
    from: { path: "^(?:packages|apps)/([^/]+)/", pathNot: tests },
    to: { path: "^(?:packages|apps)/", pathNot: "^(?:packages|apps)/$1/", dependencyTypes: ["local"] },
  },
  {
    name: "own-files-by-path",
    comment: "A package imports its own files by their paths.",
    severity: "error",
    from: { path: "^(?:packages|apps)/([^/]+)/", pathNot: tests },
    to: { path: "^(?:packages|apps)/$1/src/", dependencyTypesNot: ["local"] },
  },
  {
    name: "package-entry-file",
    comment: "Other packages import a platform package through its index.ts; the other entry points are for tests.",
    severity: "error",
    from: { path: "^(?:packages|apps)/([^/]+)/", pathNot: tests },
    to: { path: `^packages/${anyOf(platform)}/src/`, pathNot: String.raw`^packages/(?:$1|[^/]+/src/index\.ts$)` },
  },
  {
    name: "own-entry-file",
    comment: "A package does not import its own entry file, which imports all its features.",
    severity: "error",
    from: { path: `^packages/${anyOf(platform).replace("?:", "")}/src/`, pathNot: tests },
    to: { path: String.raw`^packages/$1/src/index\.ts$` },
  },
  {
    name: "components-without-business",
    comment: "Components know nothing about the platform; the admin kit may.",
    severity: "error",
    from: { path: "^packages/ui/src/(?!kit/)", pathNot: tests },
    to: { path: "^packages/(?:client|contract|browser|page-loader|ui/src/kit)/" },
  },
  {
    name: "features-without-pages",
    comment: "Modules that several pages share import no page.",
    severity: "error",
    from: { path: "^apps/site/src/features/", pathNot: tests },
    to: { path: "^apps/site/src/pages/" },
  },
  {
    name: "one-query-library",
    comment: "Only use-platform.ts uses TanStack Query.",
    severity: "error",
    from: { path: "^(?:apps|packages)/", pathNot: `^packages/browser/src/use-platform\\.ts$|${tests}` },
    to: { path: "@tanstack/react-query" },
  },
  {
    name: "light-pages",
    comment: "Public pages must stay small: they have the hooks of features/ instead of the query library.",
    severity: "error",
    from: { path: "^apps/site/src/", pathNot: `${ofMembers}|${tests}` },
    to: { path: "^packages/browser/src/use-platform\\.ts$" },
  },
  {
    name: "pages-use-platform",
    comment: "Pages call the platform through use-platform.ts or the hooks of features/.",
    severity: "error",
    from: { path: "^apps/(?:site/src/(?:pages|sections)|admin/src)/", pathNot: `${hasOwnState}|${tests}` },
    to: { path: "^packages/browser/src/platform\\.ts$" },
  },
];

export const folders = ["packages", "apps", "e2e", "bench"];
export const forbidden: IForbiddenRuleType[] = [...arrows, ...featureOrder, ...rules];
export const options: ICruiseOptions = {
  // The compiler's own API is not available in TypeScript 7.
  parser: "swc",
  doNotFollow: { path: "node_modules" },
  exclude: { path: "/(?:generated|build)/" },
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "node", "default"],
    extensions: [".ts", ".tsx", ".mjs", ".js"],
  },
};
