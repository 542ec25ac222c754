import { contract } from "@uola/contract";
import { operationsOf } from "./operation.ts";

/** Every operation by feature and name. Browser bundles replace this module with its computed value. */
export const operations = operationsOf(contract);
