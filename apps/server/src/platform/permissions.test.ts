import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  contract,
  type Endpoint,
  hasPower,
  mayCall,
  type Power,
  type Role,
  rolePermissions,
  roles,
} from "@uola/contract";
import { expect, test } from "vitest";

const operations = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({ feature, name, endpoint })),
);
const callersOf = (endpoint: Endpoint): Role[] =>
  endpoint.access === "anyone" ? [] : roles.filter((role) => mayCall(role, endpoint));

/** Returns the permissions table. Operations of a feature share a row if the same roles may call them. */
function table(): string {
  const lines = new Map<string, { feature: string; callers: Role[]; endpoint: Endpoint; names: string[] }>();
  for (const { feature, name, endpoint } of operations) {
    const callers = callersOf(endpoint);
    const key = `${feature} ${endpoint.access} ${callers}`;
    const line = lines.get(key) ?? { feature, callers, endpoint, names: [] };
    line.names.push(name);
    lines.set(key, line);
  }
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const marks = ({ endpoint, callers }: { endpoint: Endpoint; callers: Role[] }) =>
    endpoint.access === "anyone" ? roles.map(() => "✓ ✓") : roles.map((role) => (callers.includes(role) ? "✓" : "–"));
  return [
    row(["feature", "operations", ...roles]),
    row(Array.from({ length: roles.length + 2 }, () => "---")),
    ...[...lines.values()].map((line) => row([line.feature, line.names.join(", "), ...marks(line)])),
  ].join("\n");
}

const path = join(import.meta.dirname, "../../../../docs/rules/permissions.md");
const begins = "<!-- operations -->\n";

test("docs/rules/permissions.md lists the roles that may call each operation; `npx vitest run <this file> -u` updates it", async () => {
  const [prose = ""] = readFileSync(path, "utf8").split(begins);
  await expect(`${prose}${begins}\n${table()}\n`).toMatchFileSnapshot(path);
});

const may = (role: Role) =>
  operations.filter(({ endpoint }) => mayCall(role, endpoint)).map(({ feature, name }) => `${feature}.${name}`);
const beyondMembers = (role: Role) => may(role).filter((name) => !may("member").includes(name));

test("the owner may call every operation, and each staff role may call every operation that a member may call", () => {
  expect(may("owner")).toHaveLength(operations.length);
  for (const role of ["trainer", "desk", "editor", "accountant"] as const) {
    expect(may(role)).toEqual(expect.arrayContaining(may("member")));
    expect(beyondMembers(role).length).toBeGreaterThan(0);
  }
});

test("an accountant may read documents and close months, but not change prices, people or bookings", () => {
  expect(may("accountant")).toEqual(expect.arrayContaining(["documents.query", "documents.close", "orders.payouts"]));
  const closed =
    /^(services|policies|plans|members|people|bookings|media|editing|coupons\.(create|update)|documents\.setSeller)/;
  expect(beyondMembers("accountant").filter((name) => closed.test(name))).toEqual([]);
});

test("an editor may only edit the site, and has no access to bookings, people or payments", () => {
  expect(new Set(beyondMembers("editor").map((name) => name.split(".")[0]))).toEqual(new Set(["editing", "media"]));
});

test("the front desk may sell and check people in, but not change services, roles or closed books", () => {
  expect(may("desk")).toEqual(
    expect.arrayContaining([
      "people.search",
      "payments.receive",
      "bookings.markAll",
      "orders.refund",
      "vouchers.redeem",
    ]),
  );
  const closed = /^(services|policies|members|media|editing|documents\.(close|setSeller)|payments\.updateSettings)/;
  expect(beyondMembers("desk").filter((name) => closed.test(name))).toEqual([]);
});

test("a trainer may look up and use passes, but not call any other commerce operation", () => {
  const commerce = /^(vouchers|coupons|passes|orders|payments|desk|documents|bookkeeping|reports|prices|carts)\./;
  expect(beyondMembers("trainer").filter((name) => commerce.test(name))).toEqual([
    "passes.find",
    "passes.query",
    "passes.get",
    "passes.use",
  ]);
  expect(may("trainer")).toContain("bookings.setAttendance");
  expect(may("trainer")).not.toContain("bookings.setPayment");
});

test.each([
  ["seesBookings", "people.search"],
  ["managesBookings", "bookings.confirm"],
  ["sells", "passes.issue"],
  ["writesContent", "editing.collections"],
  ["keepsMedia", "media.list"],
  ["keepsBooks", "documents.close"],
] as const satisfies [Power, string][])("only roles with the permission %s may call %s", (power, name) => {
  expect(Object.keys(rolePermissions)).toContain(power);
  for (const role of roles) expect(may(role).includes(name), role).toBe(hasPower(power, { role }));
});
