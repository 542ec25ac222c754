import { operationsOf } from "@uola/client/operation";
import { contract } from "@uola/contract";
import type { Plugin } from "vite";

/**
 * Replaces the contract in browser bundles by a table of methods, paths and date fields, without
 * the schemas and the code that reads them.
 */
export function operationsAsTable(): Plugin {
  return {
    name: "uola-operations",
    applyToEnvironment: ({ name }) => name === "client",
    load: {
      filter: { id: /packages\/client\/src\/operations\.ts$/ },
      handler: () => `export const operations = ${JSON.stringify(operationsOf(contract))};`,
    },
  };
}
