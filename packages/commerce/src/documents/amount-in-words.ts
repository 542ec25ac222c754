import { required } from "@uola/contract/required";

/** Amounts in words for documents: euros in words, cents in digits. */

/** The noun forms used after 1, after 2, and after 10 or 11. */
type Forms = readonly [one: string, few: string, many: string];
const forms = (...forms: Forms): Forms => forms;

/**
 * Returns the singular for 1, 21 and 101, the genitive plural for 10 to 20 and whole tens,
 * otherwise the plural.
 */
function formOf(count: number, [one, few, many]: Forms): string {
  const [tens, last] = [count % 100, count % 10];
  if (last === 0 || (tens > 10 && tens < 20)) return many;
  return last === 1 ? one : few;
}

const lithuanian = {
  minus: "minus",
  zero: "nulis",
  small:
    "vienas du trys keturi penki šeši septyni aštuoni devyni dešimt vienuolika dvylika trylika keturiolika penkiolika šešiolika septyniolika aštuoniolika devyniolika".split(
      " ",
    ),
  tens: "dvidešimt trisdešimt keturiasdešimt penkiasdešimt šešiasdešimt septyniasdešimt aštuoniasdešimt devyniasdešimt".split(
    " ",
  ),
  hundred: forms("šimtas", "šimtai", "šimtų"),
  thousand: forms("tūkstantis", "tūkstančiai", "tūkstančių"),
  million: forms("milijonas", "milijonai", "milijonų"),
  euro: forms("euras", "eurai", "eurų"),
  cent: forms("centas", "centai", "centų"),
};

function belowThousand(number: number): string[] {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const { small, tens, hundred } = lithuanian;
  const words = hundreds > 0 ? [small[hundreds - 1], formOf(hundreds, hundred)] : [];
  if (rest >= 20) words.push(tens[Math.floor(rest / 10) - 2], small[(rest % 10) - 1]);
  else words.push(small[rest - 1]);
  return words.filter((word) => word !== undefined);
}

function inLithuanian(number: number): string[] {
  if (number === 0) return [lithuanian.zero];
  const groups = [
    { count: Math.floor(number / 1_000_000), forms: lithuanian.million },
    { count: Math.floor(number / 1000) % 1000, forms: lithuanian.thousand },
  ];
  const large = groups.flatMap(({ count, forms }) =>
    count > 0 ? [...belowThousand(count), formOf(count, forms)] : [],
  );
  return [...large, ...belowThousand(number % 1000)];
}

const english = {
  small:
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
      " ",
    ),
  tens: "twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
};

function belowThousandInEnglish(number: number): string[] {
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const words = hundreds > 0 ? [`${english.small[hundreds - 1]} hundred`] : [];
  if (rest < 20)
    return rest > 0 ? [...words, required(english.small[rest - 1], "word for a number below twenty")] : words;
  const tens = required(english.tens[Math.floor(rest / 10) - 2], "word for tens");
  return [...words, rest % 10 > 0 ? `${tens}-${english.small[(rest % 10) - 1]}` : tens];
}

function inEnglish(number: number): string[] {
  if (number === 0) return ["zero"];
  const groups = [
    { count: Math.floor(number / 1_000_000), name: "million" },
    { count: Math.floor(number / 1000) % 1000, name: "thousand" },
  ];
  const large = groups.flatMap(({ count, name }) => (count > 0 ? [...belowThousandInEnglish(count), name] : []));
  return [...large, ...belowThousandInEnglish(number % 1000)];
}

/**
 * Returns an amount in words, such as "Penki šimtai dvidešimt keturi eurai 60 centų". Amounts must
 * be below a thousand million euros.
 */
export function amountInWords(cents: number, language: "lt" | "en"): string {
  const [euros, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  const { minus, euro, cent } = lithuanian;
  const words =
    language === "lt"
      ? [...inLithuanian(euros), formOf(euros, euro), String(rest), formOf(rest, cent)]
      : [...inEnglish(euros), euros === 1 ? "euro" : "euros", String(rest), rest === 1 ? "cent" : "cents"];
  const text = [...(cents < 0 ? [minus] : []), ...words].join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
