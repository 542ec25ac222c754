import type { BusinessDetails, PolicyRules } from "@uola/booking";
import type { Service } from "@uola/contract";

const eur = (value: string) => ({ value, currency: "EUR" });
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, open: "08:00", close: "22:00" }));

/** The seller as printed on the shop's documents. */
export const seller = {
  name: "UAB „Uola demo“",
  code: "300000000",
  vatCode: "LT100000000000",
  address: "Skardžio g. 14, LT-03155 Vilnius",
  iban: "LT160000000000000000",
  email: "saskaitos@uola.example",
  phone: "+370 600 00014",
  invoiceSeries: "KAL",
  creditSeries: "KRE",
  proformaSeries: "ISK",
  companyDays: 30,
};

export const gymName = "Uola";
export const details: Omit<BusinessDetails, "specialHours"> = {
  address: "Skardžio g. 14, LT-03155 Vilnius",
  phone: "+37060000014",
  email: "labas@uola.example",
  company: {
    name: "UAB „Uola demo“",
    code: "300000000",
    vatCode: "LT100000000000",
    address: "Skardžio g. 14, LT-03155 Vilnius",
    bankAccount: "LT16 0000 0000 0000 0000",
  },
  openingHours: [
    ...weekdays,
    { weekday: 6, open: "09:00", close: "21:00" },
    { weekday: 7, open: "09:00", close: "20:00" },
  ],
  prices: [
    { name: "Vienkartinis apsilankymas", price: eur("9.00"), from: false, note: "darbo dienomis iki 15 val." },
    { name: "10 kartų abonementas", price: eur("95.00"), from: false, note: "tinka ir vakarais, ir savaitgaliais" },
    { name: "Narystė", price: eur("54.00"), from: false, note: "per mėnesį, be įsipareigojimo" },
    { name: "Batelių ir apraišų nuoma", price: eur("5.00"), from: false, note: "visai dienai" },
    {
      name: "Vakaro ir savaitgalio apsilankymas",
      price: eur("12.00"),
      from: false,
      note: "darbo dienomis nuo 15 val.",
    },
    { name: "Vaiko apsilankymas", price: eur("7.00"), from: false, note: "iki 12 metų, su suaugusiuoju" },
    { name: "Šeimos bilietas", price: eur("28.00"), from: false, note: "du suaugusieji ir iki trijų vaikų" },
    { name: "Šeimos narystė", price: eur("119.00"), from: false, note: "per mėnesį, visiems namiškiams" },
    { name: "Tik bateliai", price: eur("3.50"), from: false, note: "visai dienai" },
    { name: "Magnezijos maišelis", price: eur("1.00"), from: false, note: "visai dienai" },
  ],
};

/** The kind of each price, by the name of the price; stored in the site's price list. */
export const priceKindOf: Readonly<Record<string, string>> = {
  "Vienkartinis apsilankymas": "SINGLE",
  "Vakaro ir savaitgalio apsilankymas": "SINGLE",
  "Vaiko apsilankymas": "SINGLE",
  "10 kartų abonementas": "PASS",
  Narystė: "PASS",
  "Šeimos bilietas": "SINGLE",
  "Šeimos narystė": "FAMILY",
  "Batelių ir apraišų nuoma": "RENT",
  "Tik bateliai": "RENT",
  "Magnezijos maišelis": "RENT",
};
export const discounts = [
  { _id: "studentai", name: "Studentams", discount: "−20 %", proof: "galiojantį studento pažymėjimą" },
  { _id: "senjorai", name: "Nuo 60 metų", discount: "−30 %", proof: "asmens dokumentą" },
  {
    _id: "negalia",
    name: "Žmonėms su negalia",
    discount: "−50 %, padėjėjas nemokamai",
    proof: "asmens su negalia pažymėjimą arba kitą dokumentą",
  },
  { _id: "gausi-seima", name: "Gausioms šeimoms", discount: "−20 %", proof: "Šeimos kortelę" },
] as const;

/** Categories in the order shown on the site. */
export const categories = ["Pirmą kartą", "Vaikams", "Treniruotės", "Virvės", "Boulderingas"] as const;
export const categoryKinds = {
  "Pirmą kartą": "firstTime",
  Vaikams: "children",
  Treniruotės: "trainings",
  Virvės: "ropes",
  Boulderingas: "bouldering",
} as const;
export const trainers = [
  { name: "Rūta", title: "trenerė", works: { days: [1, 2, 3, 4, 7], shifts: ["09:00–13:00", "14:00–20:00"] } },
  { name: "Tomas", title: "treneris", works: { days: [1, 2, 3, 4, 5, 6], shifts: ["09:00–13:00", "13:30–22:00"] } },
  { name: "Ieva", title: "trenerė", works: { days: [1, 2, 3, 4, 5, 6], shifts: ["11:30–14:30", "15:00–21:30"] } },
  { name: "Mindaugas", title: "treneris", works: { days: [1, 2, 3, 5, 7], shifts: ["11:30–14:30", "15:00–22:00"] } },
  // This trainer teaches small children, so her groups are small.
  { name: "Agnė", title: "trenerė", works: { days: [1, 2, 3, 4, 6], shifts: ["09:00–18:00"] }, maxParticipants: 12 },
] as const;
export type Trainer = (typeof trainers)[number]["name"];

/** The rooms, walls and auto-belays where sessions take place. */
export const rooms = [
  { type: "WALL", name: "Didžioji siena", units: 4 },
  { type: "ROOM", name: "Boulderingo salė", units: 6 },
  { type: "AUTO_BELAY", name: "Automatinė sauga 1", units: 1 },
  { type: "AUTO_BELAY", name: "Automatinė sauga 2", units: 1 },
  { type: "ROOM", name: "Seminarų kambarys", units: 1 },
] as const;
export type Room = (typeof rooms)[number]["name"];
/** Rope sessions take place at the big wall, all others in the bouldering hall. */
export const roomOf = (category: DemoService["category"]): Room =>
  category === "Virvės" ? "Didžioji siena" : "Boulderingo salė";

const cancelBefore = (hours: number): PolicyRules["cancellationPolicy"] => ({
  enabled: true,
  limitLatestCancellation: true,
  latestCancellationInMinutes: hours * 60,
});
const rescheduleBefore = (hours: number): PolicyRules["reschedulePolicy"] => ({
  enabled: true,
  limitLatestReschedule: true,
  latestRescheduleInMinutes: hours * 60,
});
const waitlistPolicy: PolicyRules["waitlistPolicy"] = { enabled: true, capacity: 10, reservationTimeInMinutes: 240 };

export const policies = {
  usual: {
    name: "Įprasta",
    default: true,
    cancellationPolicy: cancelBefore(24),
    reschedulePolicy: rescheduleBefore(24),
    waitlistPolicy,
    participantsPolicy: { maxParticipantsPerBooking: 6 },
  },
  children: {
    name: "Vaikams",
    cancellationPolicy: cancelBefore(24),
    reschedulePolicy: rescheduleBefore(24),
    waitlistPolicy,
    participantsPolicy: { maxParticipantsPerBooking: 3 },
    customPolicyDescription: { enabled: true, description: "Vaikui iki 7 metų reikia suaugusiojo salėje." },
  },
  test: {
    name: "Testas",
    cancellationPolicy: cancelBefore(12),
    reschedulePolicy: rescheduleBefore(12),
    waitlistPolicy,
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 30 },
    participantsPolicy: { maxParticipantsPerBooking: 2 },
  },
  group: {
    name: "Maža grupė",
    cancellationPolicy: cancelBefore(24),
    reschedulePolicy: rescheduleBefore(24),
    participantsPolicy: { maxParticipantsPerBooking: 5 },
  },
  event: {
    name: "Renginiai",
    cancellationPolicy: cancelBefore(7 * 24),
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 3 * 24 * 60 },
    participantsPolicy: { maxParticipantsPerBooking: 40 },
  },
} satisfies Record<string, PolicyRules & { name: string; default?: boolean }>;

const answer = (label: string, valueType: "SHORT_TEXT" | "LONG_TEXT" | "CHECK_BOX", required = true) => ({
  label,
  valueType,
  required,
});
const ofMinors = (field: ReturnType<typeof answer>) => ({ ...field, onlyForMinors: true });
export const bookingForms = {
  exchange: {
    name: "Paraiška į jaunimo mainus",
    fields: [
      answer("Kodėl norite dalyvauti", "LONG_TEXT"),
      ofMinors(answer("Vieno iš tėvų (globėjų) vardas, pavardė ir telefono numeris", "SHORT_TEXT", false)),
      ofMinors(answer("Turiu vieno iš tėvų (globėjų) sutikimą arba man jau sukako 18 metų", "CHECK_BOX")),
    ],
  },
  free: {
    name: "Nemokamos treniruotės",
    fields: [ofMinors(answer("Esu vienas iš tėvų (globėjų) arba turiu jų sutikimą", "CHECK_BOX"))],
  },
  water: {
    name: "Plaukimo pareiškimas",
    fields: [
      answer("Dalyvis be pagalbos nuplaukia bent 50 metrų ir moka išsilaikyti ant vandens", "CHECK_BOX"),
      answer("Virš vandens dėvėsime gelbėjimosi liemenę", "CHECK_BOX"),
      ofMinors(answer("Pareiškimą teikiu kaip vienas iš tėvų (globėjų) arba man jau sukako 18 metų", "CHECK_BOX")),
    ],
  },
} as const;

/** A weekly time: ISO weekday, start, and trainer. */
export type Weekly = readonly [weekday: number, start: string, trainer: Trainer];
export type DemoService = {
  type: Service["type"];
  category: (typeof categories)[number];
  name: string;
  role?: Service["role"];
  /** The age range of participants; undefined means any age. */
  ages?: Service["ageRange"];
  levels?: readonly ("new" | "some" | "regular")[];
  /** The skills required before the first session. */
  prerequisite?: string;
  bring?: string;
  tagLine: string;
  description: string;
  minutes: number;
  capacity: number;
  /** In euros, including VAT; undefined for a free service. */
  price?: string;
  policy: keyof typeof policies;
  weekly: readonly Weekly[];
  /** The trainers of an appointment service. Such a service has no weekly times. */
  staff?: readonly Trainer[];
  /** The owner has to confirm each booking. */
  approval?: boolean;
  /** The booking form with questions beyond the name and contact details. */
  form?: keyof typeof bookingForms;
  /** The length of a course in weeks, and the number of weeks until it begins. */
  course?: { weeks: number; beginsInWeeks: number };
};

export const demoServices: readonly DemoService[] = [
  {
    type: "CLASS",
    category: "Pirmą kartą",
    name: "Įvadas į boulderingą",
    tagLine: "Nuo 14 metų · pradedantiesiems",
    description:
      "Pirmas kartas ant sienos su instruktoriumi: kaip kristi, kaip skaityti trasas, nuo ko pradėti. Batelių nuoma įskaičiuota.",
    minutes: 90,
    capacity: 8,
    price: "25.00",
    policy: "usual",
    weekly: [
      [3, "10:00", "Rūta"],
      [3, "12:00", "Tomas"],
      [3, "18:00", "Rūta"],
      [5, "17:00", "Ieva"],
      [6, "15:00", "Tomas"],
      [7, "12:00", "Mindaugas"],
    ],
  },
  {
    type: "CLASS",
    category: "Pirmą kartą",
    name: "Įvadas šeimoms",
    tagLine: "Nuo 7 metų su tėvais · šeimoms",
    description:
      "Laipioja visi kartu: vaikai ir suaugusieji mokosi saugiai kristi, poruotis ir džiaugtis mažomis viršūnėmis.",
    minutes: 90,
    capacity: 8,
    price: "20.00",
    policy: "children",
    weekly: [[3, "16:00", "Ieva"]],
  },
  {
    type: "CLASS",
    category: "Pirmą kartą",
    name: "Įvadas senjorams",
    tagLine: "Nuo 60 metų · ramiu tempu",
    description: "Rytas be skubos: apšilimas, pusiausvyra, lengvos trasos ir arbata po to.",
    minutes: 90,
    capacity: 8,
    price: "15.00",
    policy: "usual",
    weekly: [[2, "09:00", "Agnė"]],
  },
  {
    type: "CLASS",
    category: "Vaikams",
    name: "Beždžioniukai",
    ages: { min: 5, max: 7 },
    levels: ["new", "some"],
    tagLine: "5–7 metų · be patirties",
    description: "Žaidimai ant sienos ir kilimų: vikrumas, drąsa ir draugystė su aukščiu.",
    minutes: 75,
    capacity: 8,
    price: "14.00",
    policy: "children",
    weekly: [
      [1, "16:30", "Agnė"],
      [4, "16:30", "Agnė"],
    ],
  },
  {
    type: "CLASS",
    category: "Vaikams",
    name: "Driežai",
    ages: { min: 8, max: 10 },
    levels: ["new", "some"],
    tagLine: "8–10 metų · be patirties",
    description: "Pirmosios trasos, pirmieji judesiai ir taisyklės, kurias vaikai aiškina tėvams.",
    minutes: 75,
    capacity: 8,
    price: "14.00",
    policy: "children",
    weekly: [
      [2, "16:00", "Ieva"],
      [5, "15:00", "Ieva"],
    ],
  },
  {
    type: "CLASS",
    category: "Vaikams",
    name: "Paaugliai",
    ages: { min: 11, max: 17 },
    tagLine: "11–17 metų · visiems lygiams",
    description: "Technika, jėga ir savi projektai: kiekvienas kopia pagal save, bet visi kartu.",
    minutes: 90,
    capacity: 10,
    price: "16.00",
    policy: "children",
    weekly: [[2, "17:30", "Tomas"]],
  },
  {
    type: "CLASS",
    category: "Vaikams",
    name: "Šeimų rytas",
    ages: { min: 3 },
    levels: ["new", "some"],
    tagLine: "Nuo 3 metų su tėvais · šeimoms",
    description: "Savaitgalio rytas, kai salė priklauso šeimoms. Treneris padeda pradėti.",
    minutes: 75,
    capacity: 12,
    price: "12.00",
    policy: "children",
    weekly: [
      [6, "10:00", "Agnė"],
      [7, "10:00", "Rūta"],
    ],
  },
  {
    type: "COURSE",
    category: "Vaikams",
    name: "Vaikų grupė „Gekonai“",
    ages: { min: 8, max: 12 },
    levels: ["some", "regular"],
    prerequisite: "Bent kelis kartus laipioti: „Driežuose“, šeimų rytą ar kitoje salėje.",
    bring: "Sportinę aprangą, vandens ir plaukų gumytę, jei plaukai ilgi. Batelius duosime.",
    tagLine: "8–12 metų · du kartus per savaitę",
    description: "Pusmečio grupė: technika, varžybų žaidimai ir viena išvyka prie tikros uolos.",
    minutes: 75,
    capacity: 10,
    price: "256.00",
    policy: "children",
    weekly: [
      [1, "15:00", "Ieva"],
      [3, "14:30", "Agnė"],
    ],
    course: { weeks: 16, beginsInWeeks: 1 },
  },
  {
    type: "COURSE",
    category: "Vaikams",
    name: "Vaikų grupė „Voveraitės“",
    ages: { min: 6, max: 8 },
    levels: ["new", "some"],
    bring: "Sportinę aprangą ir vandens. Batelius duosime.",
    tagLine: "6–8 metų · kitas sezonas",
    description: "Kito sezono grupė pradedantiesiems: žaidimai ant sienos, pusiausvyra ir pirmosios trasos.",
    minutes: 75,
    capacity: 10,
    price: "160.00",
    policy: "children",
    weekly: [[2, "14:30", "Agnė"]],
    course: { weeks: 10, beginsInWeeks: 4 },
  },
  {
    type: "COURSE",
    category: "Treniruotės",
    name: "Vakaro treniruočių grupė",
    levels: ["some", "regular"],
    tagLine: "Nuo 16 metų · kitas sezonas",
    description: "Kito sezono grupė suaugusiesiems: jėga, technika ir bendras planas dešimčiai savaičių.",
    minutes: 90,
    capacity: 8,
    price: "180.00",
    policy: "usual",
    weekly: [[4, "19:45", "Tomas"]],
    course: { weeks: 10, beginsInWeeks: 4 },
  },
  {
    type: "CLASS",
    category: "Treniruotės",
    name: "Technika 6a–6c",
    levels: ["regular"],
    tagLine: "Nuo 16 metų · lygis 6a–6c",
    description: "Kojų pastatymas, kūno svoris, tikslūs judesiai. Trasos parenkamos tą pačią dieną.",
    minutes: 90,
    capacity: 8,
    price: "16.00",
    policy: "usual",
    weekly: [[1, "18:00", "Mindaugas"]],
  },
  {
    type: "CLASS",
    category: "Treniruotės",
    name: "Technika: darbas kojomis",
    levels: ["some", "regular"],
    tagLine: "Nuo 14 metų · lygis 5a–6a",
    description: "Visas užsiėmimas apie kojas: tylūs žingsniai, pėdos kampas, pasitikėjimas mažu kibiu.",
    minutes: 90,
    capacity: 10,
    price: "16.00",
    policy: "usual",
    weekly: [[4, "18:00", "Tomas"]],
  },
  {
    type: "CLASS",
    category: "Treniruotės",
    name: "Individualūs planai",
    levels: ["some", "regular"],
    tagLine: "Nuo 16 metų · kas nori treniruotis pats",
    description: "Maža grupė: treneris peržiūri jūsų silpnąsias vietas ir surašo planą šešioms savaitėms.",
    minutes: 90,
    capacity: 4,
    price: "28.00",
    policy: "usual",
    weekly: [[7, "14:30", "Mindaugas"]],
  },
  {
    type: "APPOINTMENT",
    category: "Treniruotės",
    name: "Individuali treniruotė",
    role: "individual",
    tagLine: "Visiems lygiams · vienas su treneriu",
    description: "Valanda tik jums: pirmas kartas, konkreti trasa arba planas visam sezonui.",
    minutes: 60,
    capacity: 1,
    price: "45.00",
    policy: "usual",
    weekly: [
      [1, "12:00", "Tomas"],
      [1, "13:30", "Tomas"],
      [2, "12:00", "Rūta"],
      [3, "13:30", "Rūta"],
      [4, "12:00", "Ieva"],
      [5, "12:30", "Mindaugas"],
    ],
  },
  {
    type: "CLASS",
    category: "Virvės",
    name: "Viršutinė sauga",
    bring: "Patogius drabužius ir vandens. Apraišus ir saugojimo įtaisą duosime.",
    role: "belayCourse",
    tagLine: "Nuo 14 metų · pradedantiesiems",
    description: "Mazgas, saugojimo įtaisas ir partnerio patikra. Po užsiėmimo galėsite laikyti testą.",
    minutes: 120,
    capacity: 8,
    price: "30.00",
    policy: "usual",
    weekly: [
      [1, "19:45", "Mindaugas"],
      [6, "12:00", "Ieva"],
    ],
  },
  {
    type: "CLASS",
    category: "Virvės",
    name: "Saugojimo pagrindai",
    bring: "Patogius drabužius ir vandens. Apraišus ir saugojimo įtaisą duosime.",
    role: "belayCourse",
    tagLine: "Nuo 14 metų · be patirties",
    description: "Virvė nuo pradžių: apraišai, aštuonetas, nusileidimas ir tai, ko niekada nedaryti.",
    minutes: 120,
    capacity: 8,
    price: "35.00",
    policy: "usual",
    weekly: [[2, "19:00", "Mindaugas"]],
  },
  {
    type: "COURSE",
    category: "Virvės",
    name: "Apatinė sauga",
    ages: { min: 16 },
    levels: ["regular"],
    prerequisite: "Išlaikytas viršutinės saugos testas ir drąsiai lipama 5c trasa.",
    bring: "Apraišus ir saugojimo įtaisą, jei turite savo. Virvę ir atotampas duosime.",
    tagLine: "Nuo 16 metų · 4 užsiėmimai pažengusiesiems",
    description:
      "Lipame su virve iš apačios: užsegimai, kritimai, dinamiškas saugojimas. Reikia viršutinės saugos testo.",
    minutes: 120,
    capacity: 6,
    price: "120.00",
    policy: "usual",
    weekly: [[3, "19:45", "Mindaugas"]],
    course: { weeks: 4, beginsInWeeks: -1 },
  },
  {
    type: "CLASS",
    category: "Virvės",
    name: "Saugojimo testas",
    role: "belayTest",
    tagLine: "Nuo 14 metų · suaugusiesiems ir paaugliams",
    description:
      "Tikriname mazgą, įtaisą, partnerio patikrą ir kritimo sulaikymą. Išlaikius galima laipioti su virve be trenerio.",
    minutes: 75,
    capacity: 6,
    price: "8.00",
    policy: "test",
    weekly: [[4, "19:45", "Ieva"]],
  },
  {
    type: "CLASS",
    category: "Boulderingas",
    name: "Rytinis boulderingas",
    tagLine: "Nuo 16 metų · visiems lygiams",
    description: "Tuščia salė prieš darbą: trumpas apšilimas kartu, tada kiekvienas prie savo trasų.",
    minutes: 90,
    capacity: 10,
    price: "12.00",
    policy: "usual",
    weekly: [
      [1, "09:00", "Tomas"],
      [4, "09:00", "Rūta"],
    ],
  },
  {
    type: "CLASS",
    category: "Boulderingas",
    name: "Penktadienio jamas",
    tagLine: "Nuo 14 metų · visiems lygiams",
    description: "Muzika, naujos trasos ir bendri bandymai. Laimi tie, kurie linksmiausiai krenta.",
    minutes: 150,
    capacity: 20,
    price: "10.00",
    policy: "usual",
    weekly: [[5, "19:00", "Tomas"]],
  },
  {
    type: "CLASS",
    category: "Boulderingas",
    name: "Lėtas sekmadienis",
    tagLine: "Nuo 14 metų · visiems lygiams",
    description: "Lengvos trasos, tempimas ir jokio laikmačio.",
    minutes: 90,
    capacity: 12,
    price: "10.00",
    policy: "usual",
    weekly: [[7, "17:00", "Rūta"]],
  },
  {
    type: "APPOINTMENT",
    category: "Treniruotės",
    name: "Maža grupė",
    role: "group",
    tagLine: "2–5 žmonės · visiems lygiams",
    description:
      "Treneris tik jūsų draugams ar šeimai: bendras tikslas, savas tempas ir pusantros valandos ant sienos.",
    minutes: 90,
    capacity: 1,
    price: "26.00",
    policy: "group",
    weekly: [],
    staff: ["Rūta", "Tomas", "Ieva", "Mindaugas"],
  },
  {
    type: "APPOINTMENT",
    category: "Vaikams",
    name: "Gimtadienis",
    role: "birthday",
    tagLine: "Nuo 6 metų · 6–15 vaikų",
    description: "Instruktorius, trasos ir žaidimai ant sienos, o po jų – kambarys tortui.",
    minutes: 120,
    capacity: 1,
    price: "18.00",
    policy: "event",
    weekly: [],
    staff: ["Ieva", "Tomas", "Rūta"],
    approval: true,
  },
  {
    type: "APPOINTMENT",
    category: "Vaikams",
    name: "Klasės išvyka",
    role: "school",
    tagLine: "Nuo 7 metų · 10–30 vaikų",
    description: "Pamoka, kurioje visi juda: saugumas, pirmosios trasos ir komandinės užduotys.",
    minutes: 90,
    capacity: 1,
    price: "9.00",
    policy: "event",
    weekly: [],
    staff: ["Tomas", "Ieva", "Rūta"],
    approval: true,
  },
  {
    type: "APPOINTMENT",
    category: "Boulderingas",
    name: "Įmonės renginys",
    role: "company",
    tagLine: "Suaugusiesiems · 6–40 žmonių",
    description: "Vakaras ant sienos su treneriu: įvadas, komandinės trasos ir finalas, kurį stebi visi.",
    minutes: 120,
    capacity: 1,
    price: "22.00",
    policy: "event",
    weekly: [],
    staff: ["Tomas", "Mindaugas", "Rūta"],
    approval: true,
  },
  {
    type: "COURSE",
    category: "Vaikams",
    name: "Atostogų stovykla",
    role: "camp",
    ages: { min: 7, max: 12 },
    bring: "Sportinę aprangą, gertuvę ir patogius batus keliui iki parko. Pietumis pasirūpinsime.",
    tagLine: "7–12 metų · su pietumis",
    description: "Dvi dienos per mokinių atostogas: rytą laipiojame, po pietų žaidžiame ir einame į parką.",
    minutes: 300,
    capacity: 12,
    price: "70.00",
    policy: "event",
    weekly: [
      [3, "09:00", "Agnė"],
      [4, "09:00", "Agnė"],
    ],
    course: { weeks: 1, beginsInWeeks: 5 },
  },
  {
    type: "CLASS",
    category: "Vaikams",
    name: "Nemokama treniruotė",
    ages: { min: 8, max: 16 },
    tagLine: "8–16 metų · be patirties",
    description: "Projekto treniruotė: batelius, apraišus ir trenerį apmoka fondas.",
    minutes: 75,
    capacity: 12,
    policy: "children",
    form: "free",
    weekly: [[4, "15:00", "Ieva"]],
  },
  {
    type: "APPOINTMENT",
    category: "Pirmą kartą",
    name: "Pokalbis dėl jaunimo mainų",
    ages: { min: 16, max: 20 },
    tagLine: "16–20 metų · paraiška",
    description: "Trumpas pokalbis salėje. Paraišką patvirtinsime arba atsakysime el. paštu.",
    minutes: 30,
    capacity: 1,
    policy: "event",
    form: "exchange",
    weekly: [],
    staff: ["Rūta", "Tomas"],
    approval: true,
  },
];
