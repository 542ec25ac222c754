import { say } from "@uola/words/admin";

const told = {
  NOT_A_NUMBER: "import.wrong.NOT_A_NUMBER",
  NOT_YES_OR_NO: "import.wrong.NOT_YES_OR_NO",
  NOT_A_DATE: "import.wrong.NOT_A_DATE",
  NOT_A_TIME: "import.wrong.NOT_A_TIME",
  NOT_JSON: "import.wrong.NOT_JSON",
  TOO_MANY_CELLS: "import.wrong.TOO_MANY_CELLS",
  REFERENCE_NOT_FOUND: "import.wrong.REFERENCE_NOT_FOUND",
  REFERENCE_AMBIGUOUS: "import.wrong.REFERENCE_AMBIGUOUS",
  WDE0074: "import.wrong.WDE0074",
  WDE0123: "import.wrong.WDE0123",
  WDE0009: "import.wrong.WDE0009",
} as const;

/** Returns the reason why a row was not written. */
export const failureText = ({ code }: { code: string }): string =>
  say(code in told ? told[code as keyof typeof told] : "import.wrong.other", { code });
