/** Lithuanian words that Uola does not use, and their replacements. A stem may be followed by letters. */
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
  [stem("(?<!neįgaliojo )vežimėl"), "Krepšelis"],
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

/** The violations of a message: forbidden words and typesetting. Names of parameters are not checked. */
export const violations = (text: string): string[] =>
  [...forbidden, ...typesetting]
    .filter(([pattern]) => pattern.test(text.replace(/\{\s*\w+/g, "{")))
    .map(([pattern, instead]) => `"${text}" has ${pattern}; write: ${instead}`);
