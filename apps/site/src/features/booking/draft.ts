/** The name of a participant other than the booker. */
export type Name = { firstName: string; lastName: string; birthYear?: string };

/** The input in the booking form. It is stored in the browser (see booking-storage.ts) until the booking is made. */
export type Draft = {
  participants: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  note: string;
  /** The booker's birth year, if the booker participates and the birth year is required. */
  birthYear: string;
  /** Whether the booker participates; null if not answered yet. */
  self: boolean | null;
  /** Number of people for each variant. */
  choices: Record<string, number>;
  /** The other participants. */
  names: Name[];
  /** Answers keyed by the fields of the activity's form; "true" means a ticked checkbox. */
  answers: Record<string, string>;
};

export const emptyDraft: Draft = {
  participants: 1,
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  note: "",
  birthYear: "",
  self: null,
  choices: {},
  names: [],
  answers: {},
};
