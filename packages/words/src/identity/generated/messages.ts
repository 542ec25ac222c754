// Made by packages/words/tools/compile.ts: change the .json beside and run it again.
export type Messages = {
  "signIn": null;
  "createAccount": null;
  "forgotPassword": null;
};
