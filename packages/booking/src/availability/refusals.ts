import { Refusal } from "@uola/kernel";

export const notAvailable = (message = "This time is not free.") => new Refusal("SLOT_NOT_AVAILABLE", message);
export const holdNotFound = () => new Refusal("HOLD_NOT_FOUND", "The hold has ended.");
