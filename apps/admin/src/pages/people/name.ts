import type { PersonSearchResult } from "@uola/contract";
import { say } from "@uola/words/admin";
import { phone } from "@uola/words/formats";

/** Returns a person's display name: the name, or else the email address or phone number. */
export const nameOf = ({
  firstName,
  lastName,
  email,
  phone: number,
}: Omit<PersonSearchResult, "id" | "kind">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email || (number ? phone(number) : say("booking.unnamed"));
