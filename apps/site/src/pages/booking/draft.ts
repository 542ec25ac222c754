/** Somebody who comes and is not the one who books. */
export type Name = { firstName: string; lastName: string; birthYear?: string };

/** What a person types. It stays in the browser (see keep.ts) until the booking is made. */
export type Draft = {
  participants: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  note: string;
  /** When who books was born, where they come themselves and it is asked. */
  birthYear: string;
  /** Whether who books comes too; not said yet. */
  self: boolean | null;
  /** By variant, how many chose it. */
  choices: Record<string, number>;
  /** The others who come. */
  names: Name[];
  /** By field of the activity's form; "true" is a ticked box. */
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
