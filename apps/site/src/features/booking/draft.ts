/** A participant other than the booker. */
export type Name = { firstName: string; lastName: string; birthYear?: string };

/** The booking form's input. It stays in the browser (see keep.ts) until the booking is made. */
export type Draft = {
  participants: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  note: string;
  /** The booker's birth year, if they participate and it is required. */
  birthYear: string;
  /** Whether the booker participates; null if not answered yet. */
  self: boolean | null;
  /** Number of people for each variant. */
  choices: Record<string, number>;
  /** The other participants. */
  names: Name[];
  /** Answers keyed by field of the activity's form; "true" is a ticked checkbox. */
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
