import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const here = import.meta.dirname;

/**
 * Evaluates an expression in a process with a frozen Object.prototype; returns its value or the
 * name of its error.
 */
function evaluate(expression: string): string {
  const program = `import ${JSON.stringify(join(here, "close-prototype.ts"))};
    const attempt = (work) => { try { return String(work()); } catch (error) { return error.name; } };
    console.log(attempt(() => ${expression}));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }).trim();
}

describe("frozen Object.prototype", () => {
  test.each([
    ["cannot be extended through __proto__", `{ ({})["__proto__"].polluted = 1; }`, "TypeError"],
    ["cannot be replaced", `{ ({})["__proto__"] = { polluted: 1 }; }`, "TypeError"],
    ["cannot be extended through constructor.prototype", "{ ({}).constructor.prototype.polluted = 1; }", "TypeError"],
    ["cannot be extended by Object.assign", "Object.assign(Object.prototype, { polluted: 1 })", "TypeError"],
    ["still allows objects without a prototype", `Object.getPrototypeOf({ __proto__: null, own: 1 })`, "null"],
    ["still allows own properties that shadow inherited ones", `Object.assign({}, { toString: () => "own" })`, "own"],
  ])("Object.prototype %s", (_, expression, expected) => {
    expect(evaluate(expression)).toBe(expected);
  });

  test("every program imports close-prototype.ts first", () => {
    for (const file of ["main.ts", "command-line.ts"]) {
      const [first] = /^import .*$/m.exec(readFileSync(join(here, file), "utf8")) ?? [];
      expect(first, file).toBe('import "./close-prototype.ts";');
    }
  });
});
