import { contract } from "@uola/contract";
import { operationsOf } from "./operation.ts";

/** Every operation by feature and name. A bundler for browsers replaces this module by the value itself. */
export const operations = operationsOf(contract);
