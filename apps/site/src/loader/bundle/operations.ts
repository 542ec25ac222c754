import { operationsOf } from "@uola/client/operation";
import { contract } from "@uola/contract";
import type { Plugin } from "vite";

/** Browsers get the contract as a table of methods, paths and dates: without its schemas, and without what reads them. */
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
