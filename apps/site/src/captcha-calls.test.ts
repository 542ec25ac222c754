import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { contract } from "@uola/contract";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";

/**
 * Every operation that takes `captchaTokens` can reject a call with -19971 until a captcha is
 * solved. `withCaptcha` solves the captcha and repeats the call. A call without `withCaptcha` fails
 * for visitors behind a busy network, which is easily overlooked during development.
 */
const guarded = new Set(
  Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries(operations).flatMap(([name, { input }]) =>
      "shape" in input && "captchaTokens" in input.shape ? [`${feature}.${name}`] : [],
    ),
  ),
);

/**
 * Pages of the team are exempt: the limits that require a captcha do not apply to staff (`isStaff`
 * of the booking limits).
 */
const ofTheTeam = /^(?:admin|pages\/(?:admin[\w-]*|members|people|attendance|session|calendar))\//;

type Node = { type: string; start: number; [key: string]: unknown };
const childrenOf = (node: Node) =>
  Object.values(node).flatMap((value) =>
    [value].flat().filter((child): child is Node => typeof (child as Node | null)?.type === "string"),
  );
/**
 * Returns the operation that an expression calls: `carts.add` for `carts.add()` and for
 * `client.carts.add()`.
 */
function operationOf({ object, property }: Node): string {
  const owner = object as Node | undefined;
  const feature = owner?.type === "MemberExpression" ? (owner.property as Node) : owner;
  return `${feature?.name}.${(property as Node | undefined)?.name}`;
}

/**
 * Returns the calls of guarded operations that are not repeated with a captcha solution, as `line
 * operation`.
 */
function callsWithoutCaptcha(path: string, text: string): string[] {
  const found: string[] = [];
  /**
   * `proof` is the parameter of the function passed to `withCaptcha`; it is set only inside that
   * function.
   */
  const visit = (node: Node, proof: unknown) => {
    const callee = node.callee as Node | undefined;
    if (node.type === "CallExpression" && callee?.type === "MemberExpression") {
      const operation = operationOf(callee);
      const [input] = node.arguments as Node[];
      const given = [
        input,
        ...((input?.properties ?? []) as Node[]).map(({ argument }) => argument as Node | undefined),
      ];
      if (guarded.has(operation) && !(proof && given.some((each) => each?.name === proof))) {
        found.push(`${text.slice(0, node.start).split("\n").length} ${operation}`);
      }
    }
    const sender = node.type === "CallExpression" && callee?.name === "withCaptcha" && (node.arguments as Node[])[1];
    for (const child of childrenOf(node)) {
      visit(child, child === sender ? ((child.params as Node[] | undefined)?.[0]?.name ?? proof) : proof);
    }
  };
  visit(parseSync(path, text).program as unknown as Node, undefined);
  return found;
}

/** Parsing is slow, and most files contain none of these operations. */
const named = new RegExp(String.raw`\b(?:${[...guarded].join("|").replaceAll(".", String.raw`\.`)})\(`);
const sources = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.(?:test|testing|fixture)\./.test(file.name))
  .map(({ parentPath, name }) => join(parentPath, name));

test("the contract has operations that can require a captcha", () => {
  expect([...guarded]).toEqual(expect.arrayContaining(["carts.change", "carts.renew", "holds.change", "orders.place"]));
});

test("every call from a visitor's page that can require a captcha is repeated with the solution", () => {
  const found = sources.flatMap((path) => {
    const name = relative(import.meta.dirname, path);
    if (ofTheTeam.test(name)) return [];
    const text = readFileSync(path, "utf8");
    return named.test(text) ? callsWithoutCaptcha(path, text).map((call) => `${name}:${call}`) : [];
  });
  expect(found).toEqual([]);
});

describe("check for calls without a captcha solution", () => {
  test.each([
    ["a call without the wrapper", "client.carts.renew({});"],
    ["a call of a destructured client", "act(({ carts }) => carts.change({ lineId }));"],
    ["a wrapped call that leaves the solution out", "withCaptcha(client, (proof) => client.carts.renew({ ...more }));"],
  ])("reports %s", (_, text) => expect(callsWithoutCaptcha("bad.ts", text)).toHaveLength(1));

  test("reports no fault in a wrapped call", () =>
    expect(callsWithoutCaptcha("good.ts", "withCaptcha(client, (proof) => client.carts.renew(proof));")).toEqual([]));
});
