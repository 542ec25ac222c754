import type { holidayHours } from "@uola/booking";
import { itemsOf } from "@uola/booking";
import type { InquiryTopic } from "@uola/contract";
import { createData, type ListName } from "@uola/data";
import { type Context, transact } from "@uola/kernel";
import { listItems, pageCollections } from "@uola/site/content";
import { addDays, instantOf, localDate, mondayOf } from "@uola/words/formats";
import { inEnglish } from "./english.ts";
import { details, discounts, priceKindOf, type Trainer, trainers } from "./gym.ts";
import { projectItems } from "./projects.ts";

type About = {
  text: string;
  speciality: string;
  languages: string;
  qualification: string;
  trainWith: string;
  topics: InquiryTopic[];
  trainsPrivately: boolean;
};
/** The site's texts about the trainers. */
const about: Record<Trainer, About> = {
  Rūta: {
    text: "Pirmieji žingsniai ant sienos ir sekmadieniai be laikmačio. Jei seniai nesportavote, su ja pradėsite ramiai.",
    speciality: "Pirmi žingsniai",
    languages: "lietuvių, anglų",
    qualification: "Laipiojimo instruktorė, pirmoji pagalba",
    trainWith: "Treniruotis su Rūta",
    topics: ["FIRST_TIME"],
    trainsPrivately: true,
  },
  Tomas: {
    text: "Darbas kojomis, paauglių grupė ir penktadienio jamas. Padės perprasti trasą, kuri jau savaitę nepasiduoda.",
    speciality: "Kojos",
    languages: "lietuvių, anglų, lenkų",
    qualification: "Laipiojimo treneris, paauglių grupės",
    trainWith: "Treniruotis su Tomu",
    topics: ["EVENTS"],
    trainsPrivately: true,
  },
  Ieva: {
    text: "Vaikai, šeimos, gimtadieniai ir virvės. Su ja net drąsieji nepamiršta pasitikrinti mazgo.",
    speciality: "Virvės",
    languages: "lietuvių, anglų",
    qualification: "Laipiojimo instruktorė, saugojimo testai",
    trainWith: "Treniruotis su Ieva",
    topics: ["CHILDREN"],
    trainsPrivately: true,
  },
  Mindaugas: {
    text: "Technika 6a–6c ir individualūs planai. Pažiūrės, kaip lipate, ir pasakys, ką treniruoti pirmiausia.",
    speciality: "Jėga",
    languages: "lietuvių, anglų",
    qualification: "Laipiojimo treneris, trasų statytojas",
    trainWith: "Treniruotis su Mindaugu",
    topics: ["TRAININGS"],
    trainsPrivately: true,
  },
  Agnė: {
    text: "Mažiausieji ir senjorai. Jos grupėse niekas neskuba.",
    speciality: "Vaikai",
    languages: "lietuvių, latvių",
    qualification: "Kūno kultūros pedagogė, vaikų grupės",
    trainWith: "Rinktis Agnės grupę",
    topics: ["CHILDREN"],
    trainsPrivately: false,
  },
};

/** `services` contains the slugs of courses that have their own questions. */
type Question = { id: string; question: string; answer: string; pages: string[]; services?: string[] };

const questions: readonly Question[] = [
  {
    id: "patirtis",
    question: "Ar reikia patirties?",
    answer: "Nereikia. Per įvadą instruktorius parodys, kaip saugiai kristi, kaip skaityti trasas ir nuo ko pradėti.",
    pages: ["HomePage", "BookingPage"],
  },
  {
    id: "bateliai",
    question: "Ar reikia savo batelių ir apraišų?",
    answer:
      'Nereikia. Bateliai ir apraišai nuomojami visai dienai, kainą rasite <a href="/prices/">kainoraštyje</a>. „Įvado į boulderingą“ kainoje bateliai jau įskaičiuoti.',
    pages: ["HomePage", "PricesPage"],
  },
  {
    id: "amzius",
    question: "Nuo kokio amžiaus galima ateiti?",
    answer:
      "Į „Šeimų rytą“ su tėvais kviečiame nuo 3 metų, į vaikų užsiėmimus – nuo 5 metų. „Įvadas į boulderingą“ skirtas vyresniems nei 14 metų, o jaunesni nuo 7 metų pradeda su tėvais per „Įvadą šeimoms“.",
    pages: ["HomePage", "BookingPage"],
  },
  {
    id: "testas",
    question: "Ar visiems reikia saugojimo testo?",
    answer:
      'Ne. Boulderingui ir automatinei saugai testo nereikia. Jį laikote, kai norite laipioti su virve ir saugoti partnerį be trenerio: <a href="/booking/test/">apie testą</a>.',
    pages: ["HomePage"],
  },
  {
    id: "paskyra",
    question: "Ar reikia paskyros?",
    answer:
      "Nereikia: užtenka vardo ir el. pašto. Jei vėliau tuo pačiu el. paštu susikursite paskyrą, rezervacijos joje jau bus.",
    pages: ["BookingPage"],
  },
  {
    id: "atsaukimas",
    question: "Iki kada galima atšaukti rezervaciją?",
    answer:
      "Iki kada galima atšaukti nemokamai, rašoma rezervuojant ir patvirtinimo laiške: užsiėmimams, saugojimo testui ir renginiams terminai skiriasi. Atšaukti galima iš patvirtinimo laiške esančios nuorodos, paskyroje arba telefonu.",
    pages: ["BookingPage", "PrivatePage", "BelayTestPage"],
  },
  {
    id: "mokejimas",
    question: "Kaip sumokėti?",
    answer: "Internetu, įsidėję į krepšelį, arba atvykę į salę. Visos kainos nurodytos su PVM.",
    pages: ["PricesPage", "BookingPage"],
  },
  {
    id: "kurso-kaina",
    question: "Ar kurso kaina – už vieną užsiėmimą?",
    answer: "Ne, į kurso kainą įeina visi jo užsiėmimai. Registruojatės kartą, ir vieta jūsų iki kurso pabaigos.",
    pages: ["PricesPage"],
  },
  {
    id: "treneris",
    question: "Ar galima pasirinkti trenerį?",
    answer:
      "Taip. Rezervuodami individualią treniruotę ar mažą grupę matote, kada kuris treneris laisvas. Jei treneris nesvarbus, rinkitės „Bet kuris“.",
    pages: ["PrivatePage"],
  },
  {
    id: "uzklausa",
    question: "Ar renginio užklausa ką nors kainuoja?",
    answer:
      "Ne. Pasirinktą laiką laikome jums, kol atsakysime el. paštu, o sumokėsite salėje pagal tai, kiek žmonių ateis.",
    pages: ["PrivatePage"],
  },
  {
    id: "tortas",
    question: "Ar į gimtadienį galima atsinešti tortą?",
    answer: "Taip. Antrą valandą kambarys vaišėms yra jūsų, tortą atsineškite savo. Ant čiužinių nevalgome.",
    pages: ["PrivatePage"],
  },
  {
    id: "galiojimas",
    question: "Ar testą reikės kartoti?",
    answer: "Nereikės: testą laikote kartą, jis galioja, kol lankotės salėje.",
    pages: ["BelayTestPage"],
  },
  {
    id: "iranga",
    question: "Ar testą laikyti su savo įranga?",
    answer:
      "Jei turite savo – taip: pamatysime, kaip saugote įtaisu, su kuriuo ir lipsite. Jei neturite, apraišus ir įtaisą duosime.",
    pages: ["BelayTestPage"],
  },
  {
    id: "tevams-pabandyti",
    question: "Ar galima pirmiau pabandyti?",
    answer:
      "Taip. Rezervuokite vieną užsiėmimą grupėje, kuri tinka pagal amžių. Patiko\u00a0– rezervuojate toliau, nepatiko\u00a0– nieko daugiau nereikia.",
    pages: ["KidsPage"],
  },
  {
    id: "tevams-apranga",
    question: "Ką vaikui apsirengti?",
    answer:
      "Tai, kuo patogu judėti: sportinę aprangą be užtrauktukų kišenėse. Batelius duosime, ilgus plaukus suriškite.",
    pages: ["KidsPage"],
  },
  {
    id: "tevams-likti",
    question: "Ar galiu likti ir žiūrėti?",
    answer: "Taip, nuo suolų prie sienos. Jei vaikui dar nėra 7 metų, pasilikite salėje visą užsiėmimą.",
    pages: ["KidsPage"],
  },
  {
    id: "kurso-praleidimas",
    question: "O jei į vieną kurso užsiėmimą neateisiu?",
    answer: "Parašykite arba paskambinkite iš anksto: treneris pasakys, ką praleidote ir kada galėtumėte pasivyti.",
    pages: ["CoursesPage"],
  },
  {
    id: "apatine-baime",
    question: "Bijau kristi. Ar šis kursas man?",
    answer:
      "Taip, jei viršutinę saugą jau mokate. Kristi pradedame nuo pusės metro, prie pat žemės, ir aukščiau lipame tik tada, kai sutinkate.",
    pages: [],
    services: ["apatine-sauga"],
  },
  {
    id: "kurso-iranga",
    question: "Ar kursui reikia savo įrangos?",
    answer:
      "Nereikia. Apraišus, saugojimo įtaisą ir virvę duosime. Jei turite savo, atsineškite\u00a0– mokysitės su tuo, kuo lipsite.",
    pages: ["CoursesPage"],
  },
  {
    id: "treniruociu-lygis",
    question: "Kaip sužinoti savo lygį?",
    answer: "Žiūrėkite, kokias trasas įveikiate dažniau nei kas antrą kartą. Jei abejojate, rinkitės lengvesnę grupę.",
    pages: ["TrainPage"],
  },
];

const news = [
  {
    _id: "nauji-marsrutai",
    title: "Perstatyta šiaurinė siena",
    date: "2026-11-16",
    text: "Dvidešimt naujų trasų nuo 5a iki 7a. Trys lengviausios pritaikytos tiems, kurie lipa pirmą kartą.",
  },
  {
    _id: "rytiniai-uzsiemimai",
    title: "Dar vienas rytas senjorams",
    date: "2026-11-02",
    text: "Antradieniais devintą ryto kviečiame tuos, kam per 60. Lipame ramiai, po to geriame arbatą.",
  },
  {
    _id: "svaros-diena",
    title: "Kibių plovimo diena",
    date: "2026-10-19",
    text: "Nuėmėme ir išplovėme visus didžiosios sienos kibius. Ačiū visiems, kurie atėjo padėti.",
  },
] as const;

const system = { kind: "system", id: "demo" } as const;

/**
 * Returns two registration campaigns: one that has ended, and one that opens at noon on the Monday
 * after next.
 */
function campaignsAt(now: Date) {
  const opens = addDays(mondayOf(localDate(now)), 14);
  const noon = (day: string) => ({ $date: instantOf(day, 12).toISOString() });
  return [
    {
      _id: "250908",
      code: "250908",
      name: "Rudens sezonas 2025",
      lead: "Rudens grupės vaikams ir suaugusiesiems. Registracija vyko savaitę.",
      opens: noon("2025-09-08"),
      closes: noon("2025-09-15"),
      services: [],
    },
    {
      _id: "next",
      code: opens.slice(2).replaceAll("-", ""),
      name: "Kitas sezonas",
      lead: "Registracija visoms šeimoms prasideda tą pačią minutę, o vieta laikoma, kol pildote duomenis.",
      opens: noon(opens),
      closes: noon(addDays(opens, 14)),
      // These groups differ from the current ones, so that the current ones stay bookable.
      services: ["vaiku-grupe-voveraites", "vakaro-treniruociu-grupe"],
    },
  ];
}

/** Writes the lists shown on the site's pages; replaces the items of lists that already exist. */
export async function seedContent(context: Context, specialHours: ReturnType<typeof holidayHours>): Promise<void> {
  const { siteLists: lists } = createData(context, { pages: pageCollections(), items: listItems() });
  const { OpeningHours, SpecialHours, Prices } = itemsOf({ ...details, specialHours });
  const items = {
    ...projectItems,
    ...(OpeningHours && { OpeningHours }),
    ...(SpecialHours && { SpecialHours: SpecialHours.map((item) => inEnglish(item, "name")) }),
    ...(Prices && {
      Prices: Prices.map((item) =>
        inEnglish(
          { ...item, _id: item._id, kind: priceKindOf[String(item.name)] ?? "OTHER", validFrom: "2026-09-01" },
          "name",
          "note",
        ),
      ),
    }),
    Discounts: discounts.map((item, n) => inEnglish({ ...item, order: n + 1 }, "name", "discount", "proof")),
    Redirects: [{ _id: "senos-kainos", from: "/kainos-2025/", to: "/prices/" }],
    News: news.map(({ text, ...item }) => inEnglish({ ...item, text: `<p>${text}</p>` }, "title", "text")),
    Campaigns: campaignsAt(context.now()).map((item) => inEnglish(item, "name", "lead")),
    People: trainers.map(({ name, title: role }, n) => {
      const { text, ...facts } = about[name];
      const item = { _id: name, name, role, about: `<p>${text}</p>`, ...facts, order: n + 1 };
      return inEnglish(item, "role", "about", "speciality", "languages", "qualification", "trainWith");
    }),
    Questions: questions.map(({ id: _id, question, answer, pages, services = [] }, n) =>
      inEnglish({ _id, question, answer: `<p>${answer}</p>`, pages, services, order: n + 1 }, "question", "answer"),
    ),
  };
  if (!(await lists.isSeeded())) return lists.seed(items);
  const found = await Promise.all(
    Object.entries(items).map(async ([name, items]) => ({ list: await lists.find(name as ListName), items })),
  );
  await transact(context, async (tx) => {
    for (const { list, items } of found) await list.replace(tx, items, system);
  });
  lists.publishChange();
}
