import { contract } from "@uola/contract";
import { operationsOf } from "./operation.ts";

/** Every operation by feature and name. Whoever bundles for a browser puts the value here in place of this module. */
export const operations = operationsOf(contract);
