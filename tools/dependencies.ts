import { resolve } from "node:path";
import { cruise } from "dependency-cruiser";
import { folders, forbidden, options } from "./dependency-rules.ts";

/**
 * Checks the import rules of ARCHITECTURE.md. Prints each violation with the reason for the rule
 * that it violates.
 */
process.chdir(resolve(import.meta.dirname, ".."));
const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true });
if (typeof output === "string") throw new Error(output);
const { totalCruised, violations } = output.summary;
const reasons = new Map(forbidden.map(({ name, comment }) => [name, comment]));
for (const { from, to, rule } of violations) {
  console.error(`${from}\n  imports ${to}\n  ${rule.name}: ${reasons.get(rule.name)}`);
}
// With a wrong folder or parser, no modules and therefore no violations would be found.
if (totalCruised < 1000) throw new Error(`Only ${totalCruised} modules were found.`);
console.log(`${totalCruised} modules, ${violations.length} forbidden imports`);
process.exit(violations.length > 0 ? 1 : 0);
