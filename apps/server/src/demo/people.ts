import { required } from "@uola/contract/required";
/**
 * The accounts of the demo gym. Their passwords are printed at the start, so a demo is served on
 * loopback addresses only.
 */
export const demoAccounts = [
  {
    role: "owner",
    email: "savininkas@uola.example",
    password: "virsune-ir-kava-7",
    firstName: "Jurgis",
    lastName: "Uolys",
  },
  {
    role: "trainer",
    email: "ruta@uola.example",
    password: "magnezija-rankoms-4",
    firstName: "Rūta",
    lastName: "Kalnytė",
  },
  {
    role: "desk",
    email: "greta@uola.example",
    password: "durys-atviros-visiems-5",
    firstName: "Greta",
    lastName: "Slenkstė",
  },
  {
    role: "editor",
    email: "tomas@uola.example",
    password: "zodziai-ant-sienos-8",
    firstName: "Tomas",
    lastName: "Rašalas",
  },
  {
    role: "accountant",
    email: "laima@uola.example",
    password: "centas-prie-cento-3",
    firstName: "Laima",
    lastName: "Skaitytė",
  },
  {
    role: "member",
    email: "austeja@uola.example",
    password: "trys-atramos-taskai-9",
    firstName: "Austėja",
    lastName: "Kazlaitė",
  },
] as const;

const firstNames =
  "Austėja Matas Ugnė Dovydas Eglė Lukas Gabija Jonas Emilija Rokas Ieva Domantas Kotryna Tadas Liepa Nojus Miglė Paulius Urtė Simonas Goda Arnas Justė Karolis Viltė Ignas Monika Žygimantas Rugilė Benas Smiltė Vytautas Aistė Džiugas Deimantė Šarūnas Elžbieta Kajus Rasa Mantas".split(
    " ",
  );
const initials = "A B Č D G J K L M N P R S Š T V Z Ž".split(" ");

/** Returns a generator of pseudo-random numbers from 0 to 1; the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  required(items[Math.floor(random() * items.length)], "item");

/** Returns a random climber with a first name and an initial. */
export const climber = (random: () => number) => ({
  firstName: pick(firstNames, random),
  lastName: `${pick(initials, random)}.`,
});
