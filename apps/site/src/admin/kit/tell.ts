import { words } from "@uola/words/admin";

export const say = words("lt");
