// Made by packages/words/tools/compile.ts: change the .json beside and run it again.
import type { Catalog } from "../../index.ts";

export const lt: Catalog = {
  "signIn": ["Prisijungti"],
  "createAccount": ["Sukurti paskyrą"],
  "forgotPassword": ["Pamiršote slaptažodį?"],
};
