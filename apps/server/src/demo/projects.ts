import { type BilingualText, bilingual, text } from "./bilingual.ts";

/** A placeholder emblem for the demo; the owner uploads the real one. */
const emblem = "/emblem-demo.svg";
const emblemAlt = text(
  "Demonstracinis ženklas: čia bus finansuotojo ženklas",
  "Demonstration emblem: the funder’s emblem will be here",
);

/** Slugs of the services on the booking page that take applications or offer free places. */
const services = {
  free: "nemokama-treniruote",
  apply: "pokalbis-del-jaunimo-mainu",
  water: "laipiojimas-virs-vandens",
};

const disclaimer = text(
  "Demonstracinis tekstas: išreiškiamas tik autorių požiūris ir nuomonė, kurie nebūtinai atitinka programos ar ją administruojančios institucijos nuomonę.",
  "Demonstration text: views and opinions expressed are those of the authors only and do not necessarily reflect those of the programme or of the institution that runs it.",
);

const list = [
  {
    _id: "free",
    title: text("Nemokamos treniruotės", "Free training"),
    summary: text(
      "Kas savaitę vaikai iš aplinkinių mokyklų kopia nemokamai. Vietų dar yra.",
      "Every week children from nearby schools climb for free. There are still places.",
    ),
    path: "sports-foundation",
    from: "2026-02-01",
    until: "2027-06-15",
    programme: text("Sporto fondas (demonstracinis)", "Sports foundation (demonstration)"),
    number: "DEMO-SF-26-014",
    sum: 12400,
    funding: text(
      "Projektą finansuoja demonstracinis sporto fondas",
      "The project is funded by a demonstration sports foundation",
    ),
    order: 1,
  },
  {
    _id: "exchange-2025",
    title: text("Viena virvė", "One rope"),
    summary: text(
      "Jaunimo mainai: 32 jaunuoliai, keturios šalys, aštuonios dienos ir viena virvė.",
      "A youth exchange: 32 young people, four countries, eight days and one rope.",
    ),
    path: "exchange",
    from: "2025-03-01",
    until: "2025-11-30",
    programme: text("Jaunimo mainai (demonstracinė programa)", "Youth exchanges (demonstration programme)"),
    number: "2025-1-LT-DEMO",
    sum: 28400,
    funding: text("Bendrai finansuoja demonstracinė programa", "Co-funded by a demonstration programme"),
    disclaims: true,
    disclaimer,
    order: 2,
  },
  {
    _id: "north-2024",
    title: text("Šiaurės siena 2024", "North wall 2024"),
    summary: text(
      "Pirmoji vasara prie šiaurės uolų: ko išmokome apie saugą, orą ir kantrybę.",
      "The first summer at northern rocks: what we learnt about safety, weather and patience.",
    ),
    path: "north-2024",
    from: "2024-04-01",
    until: "2024-10-31",
    programme: text("Šiaurės šalių mainai (demonstracinė programa)", "Northern exchanges (demonstration programme)"),
    number: "DEMO-N-24-07",
    funding: text("Finansuoja demonstracinė Šiaurės programa", "Funded by a demonstration Northern programme"),
    order: 4,
  },
  {
    _id: "north",
    title: text("Šiaurės siena", "North wall"),
    summary: text(
      "Antroji vasara: treneriai iš trijų šalių mokosi vieni iš kitų.",
      "The second summer: coaches from three countries learn from one another.",
    ),
    path: "north",
    from: "2025-05-01",
    until: "2025-12-31",
    programme: text("Šiaurės šalių mainai (demonstracinė programa)", "Northern exchanges (demonstration programme)"),
    number: "DEMO-N-25-03",
    funding: text("Finansuoja demonstracinė Šiaurės programa", "Funded by a demonstration Northern programme"),
    order: 3,
  },
  {
    _id: "eu",
    title: text("Salė visiems", "A gym for all"),
    summary: text(
      "Nuožulnus įėjimas, žemi kibiai ir trasos, kurias galima perskaityti pirštais.",
      "A ramp, low holds, and routes that can be read with the fingers.",
    ),
    path: "eu",
    from: "2023-01-15",
    until: "2023-12-20",
    programme: text("Prieinamumo programa (demonstracinė)", "Accessibility programme (demonstration)"),
    number: "DEMO-EU-23-120",
    sum: 64120,
    funding: text("Bendrai finansuoja demonstracinė programa", "Co-funded by a demonstration programme"),
    disclaims: true,
    disclaimer,
    order: 5,
  },
];

const links = (heading: BilingualText, words: BilingualText, link: string) => ({
  heading,
  text: words,
  button: text("Skaityti", "Read"),
  link,
});

const pages = [
  {
    _id: "exchange",
    path: "exchange",
    project: "exchange-2025",
    title: text("Jaunimo mainai", "Youth exchange"),
    lead: text(
      "Jaunuoliai iš keturių šalių savaitę kopia, gyvena ir mokosi kartu. Laipioti mokėti nereikia – reikia norėti būti su kitais.",
      "For a week young people from four countries climb, live and learn together. You need not know how to climb, you need to want to be with others.",
    ),
    sections: [
      {
        kind: "doors",
        doors: [
          links(
            text("Mainai 2025", "Exchange 2025"),
            text("Aštuonios dienos, diena po dienos.", "Eight days, day by day."),
            "/projects/exchange/2025/",
          ),
          links(
            text("Apie projektą", "The project"),
            text("Ko siekiame ir kas dalyvauja.", "What we aim at and who takes part."),
            "/projects/exchange/project/",
          ),
          links(
            text("Ką pasiekėme", "Achievements"),
            text("Skaičiai, pažymėjimai, ataskaita.", "Numbers, certificates, a report."),
            "/projects/exchange/achievements/",
          ),
        ],
      },
      {
        kind: "steps",
        heading: text("Kaip dalyvauti", "How to take part"),
        steps: [
          {
            heading: text("Jums 16–20 metų", "You are 16 to 20"),
            text: text(
              "Gyvenate Lietuvoje ir galite būti su mumis visas aštuonias dienas.",
              "You live in Lithuania and can be with us for all eight days.",
            ),
          },
          {
            heading: text("Teikiate paraišką", "You apply"),
            text: text(
              "Pasirenkate pokalbio laiką ir keliais sakiniais parašote, kodėl norite dalyvauti. Jei dar nėra 18 metų, nurodote vieno iš tėvų (globėjų) kontaktus ir jų sutikimą.",
              "Choose a time for a conversation and write in a few sentences why you want to come. If you are not 18 yet, give the contact of a parent or guardian and their consent.",
            ),
          },
          {
            heading: text("Atrenkame", "We choose"),
            text: text(
              "Atsakome visiems. Svarbiausia noras, o ne lygis; vietas dalijame po lygiai kiekvienai šaliai.",
              "Everybody gets an answer. What counts is will, not level; places are shared equally between the countries.",
            ),
          },
          {
            heading: text("Važiuojame", "We go"),
            text: text(
              "Kelionę, maistą, nakvynę ir draudimą apmoka projektas.",
              "The project pays for travel, food, lodging and insurance.",
            ),
          },
        ],
      },
      {
        kind: "apply",
        heading: text("Rišamės vėl", "Tying in again"),
        text: text(
          "2027 m. mainams ieškome aštuonių jaunuolių. Paraiška – tai trumpas pokalbis salėje: pasirinkite laiką ir užpildykite formą.",
          "For the exchange of 2027 we look for eight young people. An application is a short conversation at the gym: choose a time and fill in the form.",
        ),
        until: "2027-03-15",
        service: services.apply,
        button: text("Teikti paraišką", "Apply"),
        print: text(
          "Jaunesniems nei 18 metų reikia vieno iš tėvų (globėjų) sutikimo.",
          "For those under 18 the consent of a parent or guardian is needed.",
        ),
      },
      {
        kind: "questions",
        heading: text("Klausimai", "Questions"),
        questions: [
          {
            question: text("Ar reikia mokėti?", "Does it cost anything?"),
            answer: text(
              "<p>Ne. Kelionę, maistą, nakvynę ir draudimą apmoka projektas.</p>",
              "<p>No. Travel, food, lodging and insurance are paid by the project.</p>",
            ),
          },
          {
            question: text("Ar reikia mokėti laipioti?", "Do I have to know how to climb?"),
            answer: text(
              "<p>Nereikia. Pirmą dieną visi mokosi rišti tą patį mazgą.</p>",
              "<p>No. On the first day everybody learns to tie the same knot.</p>",
            ),
          },
        ],
      },
    ],
    order: 1,
  },
  {
    _id: "exchange-year",
    path: "exchange/2025",
    project: "exchange-2025",
    title: text("Viena virvė", "One rope"),
    lead: text(
      "Trisdešimt du jaunuoliai iš keturių šalių aštuonias dienas mokėsi pasitikėti: rišo, saugojo, kopė ir kalbėjosi.",
      "For eight days thirty-two young people from four countries learnt to trust: they tied, belayed, climbed and talked.",
    ),
    sections: [
      {
        kind: "figures",
        figures: [
          { number: "32", text: text("dalyviai, 16–20 metų", "participants, 16 to 20") },
          { number: "4", text: text("šalys ir keturios kalbos", "countries and four languages") },
          { number: "8", text: text("dienos po atviru dangumi ir salėje", "days under the open sky and in the gym") },
          { number: "1", text: text("virvė, parvežta atgal be mazgų", "rope, brought home without knots") },
        ],
      },
      {
        kind: "diary",
        heading: text("Dienoraštis", "Diary"),
        text: text("Kiekvieną vakarą rašė vis kita šalis.", "Each evening another country wrote."),
        days: [
          {
            day: "2025-07-14",
            heading: text("Susirišome", "We tied in"),
            text: text(
              "Trisdešimt dviem žmonėms – viena virvė ir vienas mazgas. Aštuonetą kiekvienas parodė tam, kurio kalbos nemoka.",
              "One rope and one knot for thirty-two people. Everybody showed the figure of eight to somebody whose language they did not speak.",
            ),
          },
          {
            day: "2025-07-15",
            heading: text("Pirmoji siena", "The first wall"),
            text: text(
              "Komandose po keturis iš keturių šalių: vienas kopia, kitas saugo, trečias tikrina, ketvirtas mokosi žiūrėti.",
              "Teams of four from four countries: one climbs, one belays, one checks, and one learns to look.",
            ),
          },
          {
            day: "2025-07-16",
            heading: text("Lijo", "It rained"),
            text: text(
              "Salėje sukūrėme keturias trasas. Kiekviena šalis davė vardą svetimai, ne savo.",
              "In the gym we set four routes. Each country named another’s, not its own.",
            ),
          },
          {
            day: "2025-07-17",
            heading: text("Žemėlapis be telefono", "A map without a phone"),
            text: text(
              "Dvylika kilometrų su kompasu. Pasiklydome vieną kartą ir visi kartu.",
              "Twelve kilometres with a compass. We got lost once, all together.",
            ),
          },
          {
            day: "2025-07-18",
            heading: text("Apie baimę", "About fear"),
            text: text(
              "Rytą kalbėjomės, kada baimė padeda. Popiet kopėme užsimerkę – žemai ir su balsu, kuris veda.",
              "In the morning we talked about when fear helps. In the afternoon we climbed with eyes closed, low down and with a voice that leads.",
            ),
          },
          {
            day: "2025-07-19",
            heading: text("Trasa kaimynams", "A route for the neighbours"),
            text: text(
              "Į salę pakvietėme mūsų gatvės vaikus ir senjorus. Kiekvienam – po saugotoją ir po trasą.",
              "We invited the children and the seniors of our street. For each, a belayer and a route.",
            ),
          },
          {
            day: "2025-07-20",
            heading: text("Tyla ir laužas", "Silence and a fire"),
            text: text(
              "Be programos. Ežeras, laužas, laiškai sau po metų.",
              "No programme. A lake, a fire, letters to ourselves in a year.",
            ),
          },
          {
            day: "2025-07-21",
            heading: text("Atsirišome", "We untied"),
            text: text(
              "Virvės neišsidalijome: ji liko salėje laukti kitų.",
              "We did not share out the rope: it stayed in the gym to wait for others.",
            ),
          },
        ],
      },
      {
        kind: "gallery",
        heading: text("Iš arti", "Close up"),
        text: text(
          "Dalyvių nuotraukų be jų ir tėvų sutikimo neskelbiame. Kol sutikimų laukiame, dienas nupiešėme.",
          "We publish no photograph of participants without their and their parents’ consent. Until we have it, we drew the days.",
        ),
        pictures: [
          { caption: text("Aštuonetas, pirma diena", "The figure of eight, day one") },
          { caption: text("Keturi kibiai, keturi vardai", "Four holds, four names") },
          { caption: text("Nuo salės iki kalvos", "From the gym to the hill") },
          { caption: text("Penkta naktis", "The fifth night") },
          { caption: text("Magnezijos užteko", "There was enough chalk") },
          { caption: text("Ežeras, septinta diena", "The lake, day seven") },
        ],
      },
    ],
    order: 2,
  },
  {
    _id: "exchange-project",
    path: "exchange/project",
    project: "exchange-2025",
    title: text("Apie mainus", "About the exchange"),
    lead: text(
      "Ko siekiame, kas dalyvauja ir kaip rūpinamės saugumu.",
      "What we aim at, who takes part, and how we look after safety.",
    ),
    sections: [
      {
        kind: "text",
        heading: text("Tikslas", "The aim"),
        text: text(
          "<p>Virvė paprasta: vienas kopia, kitas laiko. Norime, kad jaunuoliai, kurie niekada nebūtų susitikę, išmoktų vieni kitais pasitikėti ir parsivežtų tai namo.</p><ul><li>Saugojimo įgūdžiai, patvirtinti testu.</li><li>Bendras darbas komandose iš keturių šalių.</li><li>Popietė kaimynams: ko išmokome, to mokome kitus.</li></ul>",
          "<p>A rope is simple: one climbs, the other holds. We want young people who would never have met to learn to trust each other, and to take that home.</p><ul><li>Belaying skills, confirmed by a test.</li><li>Work in teams from four countries.</li><li>An afternoon for the neighbours: what we learn we teach.</li></ul>",
        ),
      },
      {
        kind: "steps",
        heading: text("Saugumas", "Safety"),
        steps: [
          {
            heading: text("Vienas treneris aštuoniems", "One coach for eight"),
            text: text("Prie virvių – vienas keturiems.", "At the ropes, one for four."),
          },
          {
            heading: text("Draudimas", "Insurance"),
            text: text(
              "Visi dalyviai drausti visą savaitę, kelionė taip pat.",
              "All participants are insured for the whole week, the journey too.",
            ),
          },
          {
            heading: text("Tėvai žino", "Parents know"),
            text: text(
              "Jaunesnių nei 18 metų tėvai (globėjai) pasirašo sutikimą, turi vadovo telefoną ir kasdien gauna trumpą žinią.",
              "Parents or guardians of those under 18 sign a consent, have the leader’s telephone number and get a short message every day.",
            ),
          },
        ],
      },
      { kind: "people", heading: text("Kas veda", "Who leads") },
    ],
    order: 3,
  },
  {
    _id: "exchange-achievements",
    path: "exchange/achievements",
    project: "exchange-2025",
    title: text("Ką pasiekėme", "Achievements"),
    lead: text(
      "Trumpa ataskaita: kas pavyko, kas ne, ir ką darysime kitaip.",
      "A short report: what worked, what did not, and what we will do differently.",
    ),
    sections: [
      {
        kind: "figures",
        figures: [
          { number: "29", text: text("išlaikė saugojimo testą", "passed the belay test") },
          { number: "32", text: text("gavo pažymėjimus", "received certificates") },
          { number: "61", text: text("kaimynas atėjo į atvirą popietę", "neighbours came to the open afternoon") },
          { number: "0", text: text("traumų, dėl kurių reikėjo gydytojo", "injuries that needed a doctor") },
        ],
      },
      {
        kind: "text",
        heading: text("Ko išmokome", "What we learnt"),
        text: text(
          "<p>Vertimas sulėtina viską – ir tai gerai: kol lauki savo kalbos, žiūri į žmogų. Lietaus diena pavyko geriau nei planuota išvyka.</p><p>Kitąmet trumpinsime programą ir ilginsime vakarus.</p>",
          "<p>Translation slows everything down, and that is good: while you wait for your language, you look at the person. The day of rain went better than the planned trip.</p><p>Next time we will shorten the programme and lengthen the evenings.</p>",
        ),
      },
    ],
    order: 4,
  },
  {
    _id: "north",
    path: "north",
    project: "north",
    title: text("Šiaurės siena", "North wall"),
    lead: text(
      "Treneriai iš trijų šalių dvi vasaras mokosi vieni iš kitų prie šiaurės uolų. Čia – antroji.",
      "For two summers coaches from three countries learn from one another at northern rocks. This is the second.",
    ),
    sections: [
      {
        kind: "figures",
        figures: [
          { number: "14", text: text("trenerių iš trijų šalių", "coaches from three countries") },
          { number: "6", text: text("dienos prie uolų", "days at the rocks") },
          { number: "1", text: text("bendra metodika vaikų grupėms", "shared method for children’s groups") },
        ],
      },
      {
        kind: "text",
        heading: text("Rezultatai", "Results"),
        text: text(
          '<p>Parengėme bendrą metodiką vaikų grupėms: kaip mokyti kristi, kada leisti bijoti ir kaip baigti užsiėmimą, kad vaikas norėtų grįžti. Nuo rudens pagal ją dirba visos mūsų <a href="/booking/">vaikų grupės</a>.</p>',
          '<p>We made a shared method for children’s groups: how to teach falling, when to let fear be, and how to end a session so that a child wants to come back. Since autumn all our <a href="/booking/">children’s groups</a> work by it.</p>',
        ),
      },
      {
        kind: "gallery",
        heading: text("Iš kelio", "From the road"),
        pictures: [
          { caption: text("Keltas prieš aušrą", "The ferry before dawn") },
          { caption: text("Pirmoji siena", "The first wall") },
          { caption: text("Žemėlapis", "The map") },
        ],
      },
      {
        kind: "doors",
        doors: [
          links(
            text("Šiaurė 2024", "North 2024"),
            text("Kaip viskas prasidėjo.", "How it all began."),
            "/projects/north-2024/",
          ),
        ],
      },
    ],
    order: 5,
  },
  {
    _id: "north-2024",
    path: "north-2024",
    project: "north-2024",
    title: text("Šiaurės siena 2024", "North wall 2024"),
    lead: text(
      "Pirmoji vasara: keturi treneriai, viena palapinė ir labai daug lietaus.",
      "The first summer: four coaches, one tent and a lot of rain.",
    ),
    sections: [
      {
        kind: "diary",
        heading: text("Dienoraštis", "Diary"),
        days: [
          {
            day: "2024-06-10",
            heading: text("Atvykome", "We arrived"),
            text: text("Uola šlapia. Mokomės laukti.", "The rock is wet. We learn to wait."),
          },
          {
            day: "2024-06-11",
            heading: text("Pirmos trasos", "First routes"),
            text: text(
              "Šeimininkai rodo, kaip tikrina inkarus. Perrašome savo patikros lapą.",
              "Our hosts show how they check anchors. We rewrite our own list of checks.",
            ),
          },
          {
            day: "2024-06-12",
            heading: text("Vaikai", "Children"),
            text: text(
              "Stebime vietos vaikų grupę: mažiau žodžių, daugiau bandymų.",
              "We watch a local children’s group: fewer words, more tries.",
            ),
          },
          {
            day: "2024-06-13",
            heading: text("Namo", "Home"),
            text: text(
              "Kuprinėje – sąsiuvinis, iš kurio gimė antroji vasara.",
              "In the rucksack, a notebook from which the second summer was born.",
            ),
          },
        ],
      },
      {
        kind: "doors",
        doors: [
          links(
            text("Antroji vasara", "The second summer"),
            text("Kas iš to išėjo.", "What came of it."),
            "/projects/north/",
          ),
        ],
      },
    ],
    order: 6,
  },
  {
    _id: "eu",
    path: "eu",
    project: "eu",
    title: text("Salė visiems", "A gym for all"),
    lead: text(
      "Kad laipioti galėtų ir tas, kuris atvažiuoja vežimėliu, nemato trasos ar pavargsta greičiau už kitus.",
      "So that those can climb who come in a wheelchair, do not see the route, or tire sooner than others.",
    ),
    sections: [
      {
        kind: "text",
        heading: text("Kas padaryta", "What was done"),
        text: text(
          "<ul><li>Įėjimas be slenksčių ir nuožulnus takas iki sienos.</li><li>Dvylika žemų trasų su reljefiniais ženklais, kurias galima perskaityti pirštais.</li><li>Keltuvas su apraišais, skirtas treniruotis sėdint.</li><li>Du treneriai baigė prieinamo laipiojimo kursą.</li></ul>",
          "<ul><li>An entrance without steps and a ramp up to the wall.</li><li>Twelve low routes with raised signs that can be read with the fingers.</li><li>A hoist with a harness for training while seated.</li><li>Two coaches completed a course in accessible climbing.</li></ul>",
        ),
      },
      {
        kind: "figures",
        figures: [
          { number: "12", text: text("trasų, skaitomų pirštais", "routes read with the fingers") },
          { number: "2", text: text("apmokyti treneriai", "trained coaches") },
          { number: "90", text: text("metrų tako be slenksčių", "metres of path without steps") },
        ],
      },
    ],
    order: 7,
  },
  {
    _id: "sports-foundation",
    path: "sports-foundation",
    project: "free",
    title: text("Sporto fondas", "Sports foundation"),
    lead: text(
      "Fondo lėšomis vaikai iš aplinkinių mokyklų kopia nemokamai, o vasarą mokėmės saugiai laipioti virš vandens.",
      "With the foundation’s money children from nearby schools climb for free, and in summer we learnt to climb safely above water.",
    ),
    sections: [
      {
        kind: "doors",
        doors: [
          {
            heading: text("Nemokamos treniruotės", "Free training"),
            text: text(
              "Kas savaitę, 8–16 metų. Batelius ir apraišus duodame.",
              "Every week, for ages 8 to 16. We lend shoes and harnesses.",
            ),
            button: text("Rinktis laiką", "Choose a time"),
            link: "/projects/sports-foundation/free-trainings/",
          },
          {
            heading: text("Prie vandens", "At the water"),
            text: text(
              "Kas gali kopti virš ežero ir ką patvirtina prieš tai.",
              "Who may climb above a lake, and what they declare first.",
            ),
            button: text("Skaityti", "Read"),
            link: "/projects/sports-foundation/water/",
          },
        ],
      },
      {
        kind: "text",
        heading: text("Kodėl", "Why"),
        text: text(
          "<p>Laipiojimas neturi priklausyti nuo to, ar tėvai gali sumokėti. Projektas apmoka trenerį, įrangą ir vietą ant sienos; mes pridedame kantrybę.</p>",
          "<p>Climbing should not depend on whether parents can pay. The project pays for the coach, the gear and the place on the wall; we add patience.</p>",
        ),
      },
    ],
    order: 8,
  },
  {
    _id: "free-trainings",
    path: "sports-foundation/free-trainings",
    project: "free",
    title: text("Nemokamos treniruotės", "Free training"),
    lead: text(
      "Vaikams ir paaugliams nuo 8 iki 16 metų. Patirties nereikia, įrangą duodame.",
      "For children and teenagers from 8 to 16. No experience needed, we lend the gear.",
    ),
    sections: [
      {
        kind: "timetable",
        heading: text("Laikai", "Times"),
        text: text(
          "Vieta jūsų, kai gausite patvirtinimą. Jei vietų nebėra, stokite į laukiančiųjų sąrašą.",
          "The place is yours once you have the confirmation. When a session is full, join the waiting list.",
        ),
        service: services.free,
      },
      {
        kind: "steps",
        heading: text("Kaip vyksta", "How it works"),
        steps: [
          {
            heading: text("Registruojate vaiką", "Sign the child up"),
            text: text(
              "Vienu kartu – vienam užsiėmimui. Nurodykite gimimo metus.",
              "One session at a time. Give the year of birth.",
            ),
          },
          {
            heading: text("Pasirašote pasižadėjimą", "Sign the declaration"),
            text: text(
              "Vienas iš tėvų (globėjų) pasirašo saugumo pasižadėjimą prieš pirmą užsiėmimą.",
              "A parent or guardian signs the safety declaration before the first session.",
            ),
          },
          {
            heading: text("Atvykstate", "Come"),
            text: text(
              "Treneris pažymi, kas atėjo: fondui atsiskaitome tik skaičiais, be vardų.",
              "The coach notes who came: to the foundation we report numbers only, no names.",
            ),
          },
          {
            heading: text("Negalite?", "Cannot come?"),
            text: text(
              "Atšaukite iš anksto, savo paskyroje arba telefonu. Du kartus neatvykus be žinios, vietą atiduodame kitam.",
              "Cancel in advance, in your account or by phone. After two absences without a word the place goes to somebody else.",
            ),
          },
        ],
      },
      {
        kind: "questions",
        heading: text("Klausimai", "Questions"),
        questions: [
          {
            question: text("Ar tikrai nieko nereikia mokėti?", "Is it really free?"),
            answer: text(
              "<p>Tikrai. Batelius, apraišus ir trenerį apmoka projektas.</p>",
              "<p>It is. Shoes, harness and coach are paid by the project.</p>",
            ),
          },
        ],
      },
    ],
    order: 9,
  },
  {
    _id: "water",
    path: "sports-foundation/water",
    project: "free",
    title: text("Prie vandens", "At the water"),
    lead: text(
      "Uolos virš ežero ir taisyklė, kurią kartojome kasdien: kopia tik tie, kurie moka plaukti.",
      "Rocks above a lake, and the rule we repeated every day: only those who can swim climb.",
    ),
    sections: [
      {
        kind: "text",
        heading: text("Plaukimo pareiškimas", "Swimming declaration"),
        text: text(
          "<p>Registruodamiesi patvirtinate (už jaunesnį nei 18 metų – vienas iš tėvų ar globėjų), kad dalyvis:</p><ul><li>be pagalbos nuplaukia bent 50 metrų ir moka išsilaikyti ant vandens;</li><li>nebijo netikėtai atsidurti po vandeniu;</li><li>neserga ligomis, dėl kurių plaukti pavojinga;</li><li>visą laiką virš vandens dėvės gelbėjimosi liemenę.</li></ul><p>Prieš pirmą kopimą tai patikriname vandenyje. Kas neišlaiko, kopia ant kranto.</p>",
          "<p>When signing up you declare (for somebody under 18 a parent or guardian does) that the participant:</p><ul><li>swims at least 50 metres without help and can stay afloat;</li><li>is not afraid of being under water unexpectedly;</li><li>has no illness that makes swimming dangerous;</li><li>will wear a life jacket whenever above water.</li></ul><p>Before the first climb we check this in the water. Those who do not pass climb on the shore.</p>",
        ),
      },
      {
        kind: "steps",
        heading: text("Saugumas", "Safety"),
        steps: [
          {
            heading: text("Gylis patikrintas", "The depth is checked"),
            text: text(
              "Kiekvieną rytą naras tikrina, kas po trasomis.",
              "Every morning a diver checks what lies under the routes.",
            ),
          },
          {
            heading: text("Gelbėtojas ir valtis", "A lifeguard and a boat"),
            text: text("Kol kas nors kopia, valtis ant vandens.", "While somebody climbs, the boat is on the water."),
          },
          {
            heading: text("Oras", "Weather"),
            text: text(
              "Vėjas, perkūnija ar šaltesnis nei 16 °C vanduo – kopiame ant kranto.",
              "In wind, in a thunderstorm or when the water is colder than 16 °C we climb on the shore.",
            ),
          },
        ],
      },
      {
        kind: "apply",
        heading: text("Registracija", "Signing up"),
        text: text(
          "Vasaros dienos prie vandens pasibaigė. Kitų metų datas paskelbsime čia.",
          "The summer days at the water are over. The dates of next year will be announced here.",
        ),
        from: "2026-06-01",
        until: "2026-08-20",
        service: services.water,
      },
    ],
    order: 10,
  },
];

/** An example of a page created by the owner. */
const own = {
  _id: "sienos-atidarymas",
  slug: "sienos-atidarymas",
  title: text("Nauja siena", "A new wall"),
  description: text(
    "Atidarome naują boulderingo sieną: kada, kas ir kaip prisijungti.",
    "We open a new bouldering wall: when, what, and how to join.",
  ),
  sections: [
    {
      kind: "hero",
      heading: text("Nauja siena", "A new wall"),
      text: text(
        "Keturiasdešimt naujų trasų ir vienas vakaras, kai jas bandome visi kartu.",
        "Forty new routes, and one evening when all of us try them together.",
      ),
      button: text("Rezervuoti", "Book"),
      link: "/booking/",
    },
    {
      kind: "steps",
      heading: text("Vakaro eiga", "The evening"),
      steps: [
        { heading: text("Apšilimas", "Warming up"), text: text("Kartu su treneriais.", "Together with the coaches.") },
        {
          heading: text("Trasos", "Routes"),
          text: text(
            "Nuo lengvų iki tokių, kurių dar niekas neperlipo.",
            "From easy ones to those nobody has climbed yet.",
          ),
        },
        {
          heading: text("Arbata", "Tea"),
          text: text("Ir pokalbis su tais, kurie trasas suko.", "And a talk with those who set the routes."),
        },
      ],
    },
    {
      kind: "text",
      heading: text("Kam", "For whom"),
      text: text(
        '<p>Visiems nuo 14 metų. Jaunesni – su tėvais. Laikomės <a href="/rules/">salės taisyklių</a>.</p>',
        '<p>For everybody from 14; younger ones with their parents. The <a href="/rules/">gym rules</a> apply.</p>',
      ),
    },
  ],
  order: 1,
};

/** The demo's projects with their pages, and an example of a page created by the owner. */
export const projectItems = {
  Projects: list.map((project) => bilingual({ ...project, emblem, emblemAlt })),
  ProjectPages: pages.map((page) => bilingual(page)),
  Pages: [bilingual(own)],
};
