import type { ItemData } from "@uola/contract";

/** English translations of the demo's texts, keyed by the Lithuanian text. */
const english: Readonly<Record<string, string>> = {
  "Vienkartinis apsilankymas": "Single visit",
  "darbo dienomis iki 15 val.": "weekdays before 15:00",
  "10 kartų abonementas": "Pass for 10 visits",
  "tinka ir vakarais, ir savaitgaliais": "in the evening and at weekends too",
  Narystė: "Membership",
  "per mėnesį, be įsipareigojimo": "a month, no commitment",
  "Batelių ir apraišų nuoma": "Shoes and harness for hire",
  "visai dienai": "for the whole day",
  trenerė: "coach",
  treneris: "coach",
  "Vakaro ir savaitgalio apsilankymas": "Evening or weekend visit",
  "darbo dienomis nuo 15 val.": "weekdays from 15:00",
  "Vaiko apsilankymas": "Child’s visit",
  "iki 12 metų, su suaugusiuoju": "up to 12, with an adult",
  "Šeimos bilietas": "Family ticket",
  "du suaugusieji ir iki trijų vaikų": "two adults and up to three children",
  "Šeimos narystė": "Family membership",
  "per mėnesį, visiems namiškiams": "a month, for the whole household",
  "Tik bateliai": "Shoes only",
  "Magnezijos maišelis": "Chalk bag",
  Studentams: "Students",
  "−20 %": "−20%",
  "galiojantį studento pažymėjimą": "a valid student card",
  "Nuo 60 metų": "From 60",
  "−30 %": "−30%",
  "asmens dokumentą": "an identity document",
  "Žmonėms su negalia": "People with disabilities",
  "−50 %, padėjėjas nemokamai": "−50%, an assistant free of charge",
  "asmens su negalia pažymėjimą arba kitą dokumentą": "a disability card or another document",
  "Gausioms šeimoms": "Large families",
  "Šeimos kortelę": "a family card",
  "Perstatyta šiaurinė siena": "The north wall is new",
  "<p>Dvidešimt naujų trasų nuo 5a iki 7a. Trys lengviausios pritaikytos tiems, kurie lipa pirmą kartą.</p>":
    "<p>Twenty new routes from 5a to 7a. The three easiest are made for a first visit.</p>",
  "Dar vienas rytas senjorams": "A morning for seniors",
  "<p>Antradieniais devintą ryto kviečiame tuos, kam per 60. Lipame ramiai, po to geriame arbatą.</p>":
    "<p>On Tuesdays at nine we invite everybody over 60. We climb in our own time, and have tea afterwards.</p>",
  "Kibių plovimo diena": "Hold-washing day",
  "<p>Nuėmėme ir išplovėme visus didžiosios sienos kibius. Ačiū visiems, kurie atėjo padėti.</p>":
    "<p>We took down and washed every hold on the big wall. Thank you to everybody who came to help.</p>",
  "Pirmi žingsniai": "First steps",
  "lietuvių, anglų": "Lithuanian, English",
  "Laipiojimo instruktorė, pirmoji pagalba": "Climbing instructor, first aid",
  "Treniruotis su Rūta": "Train with Rūta",
  Kojos: "Footwork",
  "lietuvių, anglų, lenkų": "Lithuanian, English, Polish",
  "Laipiojimo treneris, paauglių grupės": "Climbing coach, teenage groups",
  "Treniruotis su Tomu": "Train with Tomas",
  "Laipiojimo instruktorė, saugojimo testai": "Climbing instructor, belay tests",
  "Treniruotis su Ieva": "Train with Ieva",
  Jėga: "Strength",
  "Laipiojimo treneris, trasų statytojas": "Climbing coach, route setter",
  "Treniruotis su Mindaugu": "Train with Mindaugas",
  "lietuvių, latvių": "Lithuanian, Latvian",
  "Kūno kultūros pedagogė, vaikų grupės": "Physical education teacher, children’s groups",
  "Rinktis Agnės grupę": "Choose one of Agnė’s groups",
  Virvės: "Ropes",
  Vaikai: "Children",
  "<p>Pirmieji žingsniai ant sienos ir sekmadieniai be laikmačio. Jei seniai nesportavote, su ja pradėsite ramiai.</p>":
    "<p>First steps on the wall, and Sundays without a stopwatch. If it has been years since you last did any sport, she is a gentle start.</p>",
  "<p>Darbas kojomis, paauglių grupė ir penktadienio jamas. Padės perprasti trasą, kuri jau savaitę nepasiduoda.</p>":
    "<p>Footwork, the teenagers’ group and the Friday jam. He helps you read the route that has been winning all week.</p>",
  "<p>Vaikai, šeimos, gimtadieniai ir virvės. Su ja net drąsieji nepamiršta pasitikrinti mazgo.</p>":
    "<p>Children, families, birthdays and ropes. With her, even the brave remember to check the knot.</p>",
  "<p>Technika 6a–6c ir individualūs planai. Pažiūrės, kaip lipate, ir pasakys, ką treniruoti pirmiausia.</p>":
    "<p>Technique from 6a to 6c, and personal plans. He watches you climb and tells you what to train first.</p>",
  "<p>Mažiausieji ir senjorai. Jos grupėse niekas neskuba.</p>":
    "<p>The youngest and the seniors. Nobody hurries in her groups.</p>",
  "Ar reikia patirties?": "Do I need experience?",
  "<p>Nereikia. Per įvadą instruktorius parodys, kaip saugiai kristi, kaip skaityti trasas ir nuo ko pradėti.</p>":
    "<p>No. In the introduction an instructor shows you how to fall safely, how to read routes and where to start.</p>",
  "Ar reikia savo batelių ir apraišų?": "Do I need my own shoes and harness?",
  '<p>Nereikia. Bateliai ir apraišai nuomojami visai dienai, kainą rasite <a href="/prices/">kainoraštyje</a>. „Įvado į boulderingą“ kainoje bateliai jau įskaičiuoti.</p>':
    '<p>No. Shoes and harnesses are for hire for the whole day; see the <a href="/prices/">prices</a>. The price of “Introduction to bouldering” includes shoes.</p>',
  "Nuo kokio amžiaus galima ateiti?": "From what age can you come?",
  "<p>Į „Šeimų rytą“ su tėvais kviečiame nuo 3 metų, į vaikų užsiėmimus – nuo 5 metų. „Įvadas į boulderingą“ skirtas vyresniems nei 14 metų, o jaunesni nuo 7 metų pradeda su tėvais per „Įvadą šeimoms“.</p>":
    "<p>“Family morning” is for children from 3 with their parents, children’s sessions are from 5. “Introduction to bouldering” is from 14; younger ones from 7 start with their parents in “Introduction for families”.</p>",
  "Ar visiems reikia saugojimo testo?": "Does everybody need the belay test?",
  '<p>Ne. Boulderingui ir automatinei saugai testo nereikia. Jį laikote, kai norite laipioti su virve ir saugoti partnerį be trenerio: <a href="/booking/test/">apie testą</a>.</p>':
    '<p>No. Bouldering and auto-belays need no test. Take it when you want to climb on a rope and belay a partner without a coach: <a href="/booking/test/">about the test</a>.</p>',
  "Ar reikia paskyros?": "Do I need an account?",
  "<p>Nereikia: užtenka vardo ir el. pašto. Jei vėliau tuo pačiu el. paštu susikursite paskyrą, rezervacijos joje jau bus.</p>":
    "<p>No: a name and an email address are enough. If you create an account with the same address later, your bookings will be there.</p>",
  "Iki kada galima atšaukti rezervaciją?": "Until when can I cancel a booking?",
  "<p>Iki kada galima atšaukti nemokamai, rašoma rezervuojant ir patvirtinimo laiške: užsiėmimams, saugojimo testui ir renginiams terminai skiriasi. Atšaukti galima iš patvirtinimo laiške esančios nuorodos, paskyroje arba telefonu.</p>":
    "<p>The deadline for free cancellation is shown when you book and in the confirmation email: it differs for sessions, the belay test and events. Cancel from the link in the confirmation email, in your account or by phone.</p>",
  "Kaip sumokėti?": "How do I pay?",
  "<p>Internetu, įsidėję į krepšelį, arba atvykę į salę. Visos kainos nurodytos su PVM.</p>":
    "<p>Online through the cart, or at the gym. All prices include VAT.</p>",
  "Ar kurso kaina – už vieną užsiėmimą?": "Is the price of a course for one session?",
  "<p>Ne, į kurso kainą įeina visi jo užsiėmimai. Registruojatės kartą, ir vieta jūsų iki kurso pabaigos.</p>":
    "<p>No, the price includes all sessions of the course. You sign up once, and the place is yours to the end.</p>",
  "Ar galima pasirinkti trenerį?": "Can I choose the coach?",
  "<p>Taip. Rezervuodami individualią treniruotę ar mažą grupę matote, kada kuris treneris laisvas. Jei treneris nesvarbus, rinkitės „Bet kuris“.</p>":
    "<p>Yes. When you book a private lesson or a small group you see which coach is free when. If it does not matter, choose “Anybody”.</p>",
  "Ar renginio užklausa ką nors kainuoja?": "Does a request for an event cost anything?",
  "<p>Ne. Pasirinktą laiką laikome jums, kol atsakysime el. paštu, o sumokėsite salėje pagal tai, kiek žmonių ateis.</p>":
    "<p>No. We keep the time you chose until we answer by email, and you pay at the gym for as many people as come.</p>",
  "Ar į gimtadienį galima atsinešti tortą?": "May we bring a cake to a birthday?",
  "<p>Taip. Antrą valandą kambarys vaišėms yra jūsų, tortą atsineškite savo. Ant čiužinių nevalgome.</p>":
    "<p>Yes. In the second hour the party room is yours; bring your own cake. We do not eat on the mats.</p>",
  "Ar testą reikės kartoti?": "Will I have to repeat the test?",
  "<p>Nereikės: testą laikote kartą, jis galioja, kol lankotės salėje.</p>":
    "<p>No: you take the test once, and it is valid for as long as you come here.</p>",
  "Ar testą laikyti su savo įranga?": "Do I take the test with my own gear?",
  "<p>Jei turite savo – taip: pamatysime, kaip saugote įtaisu, su kuriuo ir lipsite. Jei neturite, apraišus ir įtaisą duosime.</p>":
    "<p>If you have your own, yes: we see how you belay with the device you will climb with. If not, we lend you a harness and a device.</p>",
  "Ar galima pirmiau pabandyti?": "Can we try first?",
  "<p>Taip. Rezervuokite vieną užsiėmimą grupėje, kuri tinka pagal amžių. Patiko\u00a0– rezervuojate toliau, nepatiko\u00a0– nieko daugiau nereikia.</p>":
    "<p>Yes. Book one session of a group of the right age. If your child liked it, book more; if not, there is nothing else to do.</p>",
  "Ką vaikui apsirengti?": "What should a child wear?",
  "<p>Tai, kuo patogu judėti: sportinę aprangą be užtrauktukų kišenėse. Batelius duosime, ilgus plaukus suriškite.</p>":
    "<p>Whatever is good to move in: sports clothes without zips in the pockets. We lend shoes; tie back long hair.</p>",
  "Ar galiu likti ir žiūrėti?": "May I stay and watch?",
  "<p>Taip, nuo suolų prie sienos. Jei vaikui dar nėra 7 metų, pasilikite salėje visą užsiėmimą.</p>":
    "<p>Yes, from the benches by the wall. If your child is not 7 yet, stay in the gym for the whole session.</p>",
  "O jei į vieną kurso užsiėmimą neateisiu?": "What if I miss a session of a course?",
  "<p>Parašykite arba paskambinkite iš anksto: treneris pasakys, ką praleidote ir kada galėtumėte pasivyti.</p>":
    "<p>Write or call ahead: the coach will tell you what you missed and when you could catch up.</p>",
  "Bijau kristi. Ar šis kursas man?": "I am afraid of falling. Is this course for me?",
  "<p>Taip, jei viršutinę saugą jau mokate. Kristi pradedame nuo pusės metro, prie pat žemės, ir aukščiau lipame tik tada, kai sutinkate.</p>":
    "<p>Yes, if you already know how to belay on top rope. We begin with falls of half a metre, close to the ground, and climb higher only when you agree.</p>",
  "Ar kursui reikia savo įrangos?": "Do I need my own gear for a course?",
  "<p>Nereikia. Apraišus, saugojimo įtaisą ir virvę duosime. Jei turite savo, atsineškite\u00a0– mokysitės su tuo, kuo lipsite.</p>":
    "<p>No. We lend the harness, the belay device and the rope. If you have your own, bring it: you will learn with what you climb with.</p>",
  "Kaip sužinoti savo lygį?": "How do I know my level?",
  "<p>Žiūrėkite, kokias trasas įveikiate dažniau nei kas antrą kartą. Jei abejojate, rinkitės lengvesnę grupę.</p>":
    "<p>Look at which routes you finish more than half the time. If in doubt, choose the easier group.</p>",
  "Rudens sezonas 2025": "Autumn season 2025",
  "Rudens grupės vaikams ir suaugusiesiems. Registracija vyko savaitę.":
    "The groups of the autumn, for children and adults. Registration was open for a week.",
  "Kitas sezonas": "The next season",
  "Registracija visoms šeimoms prasideda tą pačią minutę, o vieta laikoma, kol pildote duomenis.":
    "Registration opens to all families at the same minute, and your place is held while you fill in the form.",
  "Naujieji metai": "New Year’s Day",
  "Lietuvos valstybės atkūrimo diena": "Day of the Restoration of the State",
  "Lietuvos nepriklausomybės atkūrimo diena": "Independence Day",
  Velykos: "Easter",
  "Velykų antroji diena": "Easter Monday",
  "Tarptautinė darbo diena": "Labour Day",
  "Motinos diena": "Mother’s Day",
  "Tėvo diena": "Father’s Day",
  "Rasos ir Joninių diena": "Midsummer’s Day",
  "Valstybės diena": "Statehood Day",
  Žolinė: "Assumption Day",
  "Visų Šventųjų diena": "All Saints’ Day",
  "Mirusiųjų atminimo (Vėlinių) diena": "All Souls’ Day",
  Kūčios: "Christmas Eve",
  Kalėdos: "Christmas Day",
  "Kalėdų antroji diena": "Boxing Day",
};

/** Returns an item with the available English translations of the texts at `keys`. */
export function inEnglish<Item extends ItemData>(item: Item, ...keys: string[]): Item {
  const texts = keys.flatMap((key) => {
    const text = english[String(item[key])];
    return text ? [[key, text]] : [];
  });
  return texts.length > 0 ? { ...item, _translations: { en: Object.fromEntries(texts) } } : item;
}

/** English texts of the conditions for participants, by policy key. */
export const englishConditions: Readonly<Record<string, string>> = {
  children: "A child under 7 needs an adult in the gym.",
};

type EnglishService = { name: string; tagLine: string; description: string; prerequisite?: string; bring?: string };
/** English texts of the demo's services, by their Lithuanian name. */
export const englishServices: Readonly<Record<string, EnglishService>> = {
  "Įvadas į boulderingą": {
    name: "Introduction to bouldering",
    tagLine: "From 14 · beginners",
    description:
      "Your first time on the wall, with an instructor: how to fall, how to read routes, where to begin. Shoes are included.",
  },
  "Įvadas šeimoms": {
    name: "Introduction for families",
    tagLine: "From 7 with parents · families",
    description:
      "Everybody climbs together: children and adults learn to fall safely, to team up and to enjoy small summits.",
  },
  "Įvadas senjorams": {
    name: "Introduction for seniors",
    tagLine: "From 60 · at a calm pace",
    description: "A morning without hurry: warming up, balance, easy routes, and tea afterwards.",
  },
  Beždžioniukai: {
    name: "Little monkeys",
    tagLine: "5–7 years · no experience",
    description: "Games on the wall and on mats: agility, courage and making friends with height.",
  },
  Driežai: {
    name: "Lizards",
    tagLine: "8–10 years · no experience",
    description: "First routes, first moves, and the rules that children explain to their parents.",
  },
  Paaugliai: {
    name: "Teenagers",
    tagLine: "11–17 years · all levels",
    description: "Technique, strength and personal projects: everybody climbs at their own level, and all together.",
  },
  "Šeimų rytas": {
    name: "Family morning",
    tagLine: "From 3 with parents · families",
    description: "A weekend morning when the gym belongs to families. A coach helps you begin.",
  },
  "Vaikų grupė „Gekonai“": {
    name: "Children’s group “Geckos”",
    tagLine: "8–12 years · twice a week",
    description: "A group for half a year: technique, competition games and one trip to real rock.",
    prerequisite: "To have climbed a few times: with the Lizards, on a family morning or in another gym.",
    bring: "Sports clothes, water, and a hair tie for long hair. We lend the shoes.",
  },
  "Vaikų grupė „Voveraitės“": {
    name: "Children’s group “Squirrels”",
    tagLine: "6–8 years · next season",
    description: "Next season’s group for beginners: games on the wall, balance and the first routes.",
    bring: "Sports clothes and water. We lend the shoes.",
  },
  "Vakaro treniruočių grupė": {
    name: "Evening training group",
    tagLine: "From 16 · next season",
    description: "Next season’s group for adults: strength, technique and a shared plan for ten weeks.",
  },
  "Technika 6a–6c": {
    name: "Technique 6a–6c",
    tagLine: "From 16 · level 6a–6c",
    description: "Placing the feet, shifting weight, precise moves. Routes are chosen on the day.",
  },
  "Technika: darbas kojomis": {
    name: "Technique: footwork",
    tagLine: "From 14 · level 5a–6a",
    description: "A whole session about feet: quiet steps, the angle of the foot, trust in a small hold.",
  },
  "Individualūs planai": {
    name: "Personal plans",
    tagLine: "From 16 · for those who train alone",
    description: "A small group: the coach looks at your weak spots and writes a plan for six weeks.",
  },
  "Individuali treniruotė": {
    name: "Private lesson",
    tagLine: "All levels · one person and a coach",
    description: "An hour for you alone: a first time, a certain route or a plan for the whole season.",
  },
  "Viršutinė sauga": {
    name: "Top-rope belaying",
    tagLine: "From 14 · beginners",
    description: "The knot, the belay device and the partner check. Afterwards you can take the test.",
    bring: "Comfortable clothes and water. We lend the harness and the belay device.",
  },
  "Saugojimo pagrindai": {
    name: "Belaying basics",
    tagLine: "From 14 · no experience",
    description: "The rope from the start: harness, figure eight, lowering, and what never to do.",
    bring: "Comfortable clothes and water. We lend the harness and the belay device.",
  },
  "Apatinė sauga": {
    name: "Lead climbing",
    tagLine: "From 16 · 4 sessions for advanced climbers",
    description: "Lead climbing: clipping, falling, dynamic belaying. The top-rope test is required.",
    prerequisite: "The top-rope belay test, and a 5c route climbed with confidence.",
    bring: "A harness and a belay device if you have your own. We lend the rope and quickdraws.",
  },
  "Saugojimo testas": {
    name: "Belay test",
    tagLine: "From 14 · adults and teenagers",
    description:
      "We check the knot, the device, the partner check and the catch of a fall. Those who pass may climb on a rope without a coach.",
  },
  "Rytinis boulderingas": {
    name: "Morning bouldering",
    tagLine: "From 16 · all levels",
    description: "An empty gym before work: a short warm-up together, then everybody to their own routes.",
  },
  "Penktadienio jamas": {
    name: "Friday jam",
    tagLine: "From 14 · all levels",
    description: "Music, new routes and trying together. The most cheerful fall wins.",
  },
  "Lėtas sekmadienis": {
    name: "Slow Sunday",
    tagLine: "From 14 · all levels",
    description: "Easy routes, stretching and no stopwatch.",
  },
  "Maža grupė": {
    name: "Small group",
    tagLine: "2–5 people · all levels",
    description:
      "A coach for your friends or family alone: one goal, your own pace and an hour and a half on the wall.",
  },
  "Nemokama treniruotė": {
    name: "Free training",
    tagLine: "8–16 years · no experience",
    description: "A project training session: the foundation pays for shoes, harness and coach.",
  },
  "Pokalbis dėl jaunimo mainų": {
    name: "Interview for the youth exchange",
    tagLine: "16–20 years · application",
    description: "A short interview at the gym. We confirm the application or answer by email.",
  },
  Gimtadienis: {
    name: "Birthday",
    tagLine: "From 6 · 6–15 children",
    description: "An instructor, routes and games on the wall, and then a room for the cake.",
  },
  "Klasės išvyka": {
    name: "Class trip",
    tagLine: "From 7 · 10–30 children",
    description: "A lesson in which everybody moves: safety, first routes and tasks for teams.",
  },
  "Įmonės renginys": {
    name: "Company event",
    tagLine: "For adults · 6–40 people",
    description:
      "An evening on the wall with a coach: an introduction, team routes and a final that everybody watches.",
  },
  "Atostogų stovykla": {
    name: "Holiday camp",
    tagLine: "7–12 years · with lunch",
    description: "Two days in the school holidays: climbing in the morning, games and the park in the afternoon.",
    bring: "Sports clothes, a water bottle and comfortable shoes for the way to the park. Lunch is on us.",
  },
};
