import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const here = import.meta.dirname;

/** What a process says of an expression once it has started as ours do. */
function told(expression: string): string {
  const program = `import ${JSON.stringify(join(here, "close-prototype.ts"))};
    const attempt = (work) => { try { return String(work()); } catch (error) { return error.name; } };
    console.log(attempt(() => ${expression}));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }).trim();
}

describe("what all objects inherit", () => {
  test.each([
    ["takes nothing by __proto__", `{ ({})["__proto__"].polluted = 1; }`, "TypeError"],
    ["is replaced by nobody", `{ ({})["__proto__"] = { polluted: 1 }; }`, "TypeError"],
    ["takes nothing by constructor.prototype", "{ ({}).constructor.prototype.polluted = 1; }", "TypeError"],
    ["takes nothing by Object.assign", "Object.assign(Object.prototype, { polluted: 1 })", "TypeError"],
    ["is as it was for who asks properly", `Object.getPrototypeOf({ __proto__: null, own: 1 })`, "null"],
    ["lets objects have what they inherit as their own", `Object.assign({}, { toString: () => "own" })`, "own"],
  ])("%s", (_, expression, said) => {
    expect(told(expression)).toBe(said);
  });

  test("is closed before anything else is imported, however Uola starts", () => {
    for (const file of ["main.ts", "command-line.ts"]) {
      const [first] = /^import .*$/m.exec(readFileSync(join(here, file), "utf8")) ?? [];
      expect(first, file).toBe('import "./close-prototype.ts";');
    }
  });
});
