/**
 * Lithuanian words that must not be used, and their replacements. A stem also matches with further
 * letters after it.
 */
const letter = "\\p{L}";
const stem = (text: string) => new RegExp(`(?<!${letter})(?:${text})`, "iu");
const whole = (text: string) => new RegExp(`(?<!${letter})(?:${text})(?!${letter})`, "iu");
const message = (text: string) => new RegExp(`^${text}$`, "iu");

export const forbidden: [pattern: RegExp, instead: string][] = [
  [message("namai"), "Pradžia"],
  [stem("bronia|bron(uo|av)"), "rezervacija, rezervuoti"],
  [stem("book(ing|int)"), "rezervacija, rezervuoti"],
  [whole("užsiregistruot"), "Registruotis"],
  [stem("grafik(?!os)"), "Tvarkaraštis"],
  [stem("kainodar"), "Kainos, kainoraštis"],
  [stem("pirmas laikas"), "Pirmą kartą"],
  [whole("faq"), "DUK"],
  [stem("akaunt"), "paskyra"],
  [stem("login"), "Prisijungti"],
  [stem("verifik"), "Patvirtinti"],
  [stem("sekan(tis|ti)"), "Toliau, kitas"],
  [message("saugoti"), "Išsaugoti"],
  [stem("editin"), "Keisti"],
  [stem("žmonių kiek"), "Dalyvių skaičius"],
  [stem("vnt\\."), "Liko {n} vieta/vietos/vietų"],
  [stem("sold ?out"), "Vietų nebėra"],
  [stem("sesij"), "užsiėmimas"],
  [stem("kouč"), "treneris, trenerė"],
  [stem("kas (pirm|antr|treč|ketvirt|penkt|šešt|sekm)adieni(us|ais)"), "pirmadieniais"],
  [stem("semestr"), "rudens sezonas, pusmetis"],
  [stem("privat(i|ios|ių) treniruo"), "individuali treniruotė"],
  [stem("wait ?list|laukimo list"), "laukiančiųjų sąrašas"],
  [stem("e-?mail|e-pašt"), "el. paštas"],
  [message("komentarai"), "Pastabos"],
  [stem("waiver"), "Rizikos pripažinimo pareiškimas"],
  [stem("(?<!neįgaliojo |atvažiuoja )vežimėl"), "Krepšelis"],
  [stem("nuolaidos kupon"), "Nuolaidos kodas"],
  [stem("ček(is|io|iai|ių|į)"), "dovanų kuponas"],
  [stem("užšald"), "Sustabdyti abonementą"],
  [stem("pervedim"), "Banko pavedimas"],
  [stem("apmokė(ti|kite|site) už"), "sumokėti už paslaugą, apmokėti užsakymą"],
  [message("tęsti (užsakymą|mokėjimą|ir (su|ap)?mokėti)"), "Užsakyti ir sumokėti"],
  [stem("invois"), "sąskaita faktūra"],
  [stem("parsisiųs"), "Atsisiųsti"],
  [stem("perbook"), "Keisti laiką"],
  [stem("sėkmingai"), "Rezervacija patvirtinta. Ačiū!"],
  [stem("kraun"), "Įkeliama…"],
  [stem("čekin"), "Atvykimas pažymėtas"],
  [whole("prie stalo"), "registratūroje, į registratūrą"],
  [whole("prie stalų"), "prie stalelių"],
  [stem("pasisakyk"), "užsukite į registratūrą"],
  [stem("paskutin\\w+ lipim"), "lipti baigiame likus …"],
  [whole("iki starto"), "prieš lipdami"],
  [stem("turi rizikos"), "rizikinga, kelia pavojų"],
  [stem("neįgaliojo pažymėjim"), "asmens su negalia pažymėjimas"],
  [stem("koj(ų|oms) darb"), "darbas kojomis"],
  [stem("aštuoniuk"), "aštuonetas"],
  [stem("(\\p{L}+ \\d+\\sd\\.) – \\1"), "gruodžio 30–31 d."],
];

/** English phrases that read as translations from Lithuanian, and their replacements. */
const exact = (text: string) => new RegExp(text, "u");
export const forbiddenEnglish: [pattern: RegExp, instead: string][] = [
  [exact("\\bTrainings\\b|\\btrainings\\b(?! \\{)"), "training, training sessions"],
  [whole("on working days"), "weekdays"],
  [stem("do not add up"), "cannot be combined"],
  [stem("entries are not counted"), "unlimited entry"],
  [whole("give a sum"), "give an amount"],
  [stem("as much as this costs"), "the price of"],
  [stem("born in which"), "What year was … born?"],
  [stem("waits for your child"), "suits your child"],
  [stem("because we look"), "because we see every child"],
  [stem("show your child nowhere"), "never show your child"],
  [stem("one thing to the end"), "one thing properly"],
  [stem("a real rock"), "real rock"],
  [whole("for the advanced"), "for advanced climbers"],
  [whole("by the cart"), "through the cart"],
  [whole("great wall"), "big wall"],
  [stem("keep the desk"), "work at the front desk"],
  [stem("every second time"), "more than half the time"],
  [whole("a stair|as a stair"), "a staircase"],
  [stem("free of charge until (\\d|it begins)"), "free up to … before"],
  [stem("strength room"), "weights room"],
  [stem("call(s|ed|ing)? (a session |it |them )?off"), "cancel"],
  [whole("the house|house rules"), "the gym, gym rules"],
  [whole("anew"), "again"],
  [stem("in parts"), "in instalments"],
  [whole("one a line"), "one per line"],
  [whole("(this|each|every|the|a) mails?|mails"), "email"],
  [exact("For children\\}|^For children$"), "Kids"],
];

/** The typesetting rules of Lithuanian: „…“, en dashes, NBSP between a number and its unit, "!" only in thanks. */
export const typesetting: [pattern: RegExp, instead: string][] = [
  [/["”]/u, "„…“"],
  [/ - /u, "en dash –"],
  [/\d-\d/u, "en dash in ranges"],
  [/\.\.\./u, "…"],
  [/[\d}#] (€|%|val\.|min\.|m\.|d\.|kg|cm)/u, "NBSP before a unit"],
  [/(?<!Ačiū)!/u, "no exclamation mark, except thanks"],
  [/(?<!^|[.:?!…] ?|„)(?<= )(Jūs|Jūsų|Jums|Jumis)(?!\p{L})/u, "lower-case jūs"],
];

const violationsOf =
  (rules: readonly [pattern: RegExp, instead: string][]) =>
  (text: string): string[] =>
    rules
      .filter(([pattern]) => pattern.test(text.replace(/\{\s*\w+/g, "{")))
      .map(([pattern, instead]) => `"${text}" has ${pattern}; write: ${instead}`);

/**
 * Returns the violations in a Lithuanian message: forbidden words and typesetting. Parameter names
 * are not checked.
 */
export const violations = violationsOf([...forbidden, ...typesetting]);

/** Returns the forbidden words in a Lithuanian text; typesetting is not checked. */
export const forbiddenWords = violationsOf(forbidden);

/** Returns the violations in an English message. */
export const englishViolations = violationsOf(forbiddenEnglish);
