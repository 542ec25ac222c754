// Made by packages/words/tools/compile.ts: change the .json beside and run it again.
import type { Catalog } from "../../index.ts";

export const en: Catalog = {
  "today": ["Today"],
};
