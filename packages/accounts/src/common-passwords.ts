/**
 * Words that people build passwords from, Lithuanian and international. A password is common when
 * it consists of only a few such words after digits, signs and look-alike characters are removed.
 */
const words = new Set(
  `
  password passwort passphrase pass parole parol haslo slaptazodis slaptazodziai slaptas slapta slapyvardis kodas raktas
  admin administrator administratorius root user username vartotojas naudotojas login prisijungti prisijungimas guest
  svecias test testas testing tester demo demonstracija default changeme keisk pakeisk pakeiskmane secret paslaptis
  welcome sveiki sveikas sveika labas labasrytas labadiena labasvakaras laba diena rytas vakaras naktis hello letmein
  ileisk open sesame atsidaryk access prieiga master boss sefas vadovas direktorius office biuras darbas work namai home
  lietuva lithuania lietuvis lietuve lietuviai lietuvos vilnius kaunas klaipeda siauliai panevezys alytus marijampole
  mazeikiai jonava utena kedainiai telsiai visaginas taurage ukmerge plunge silute palanga nida trakai birstonas
  druskininkai anyksciai birzai rokiskis zarasai moletai ignalina varena neringa baltija nemunas neris aukstaitija
  zemaitija dzukija suvalkija gedimino gediminas vytis vytautas mindaugas jogaila kestutis algirdas birute barbora
  zalgiris rytas lietkabelis neptunas basketball krepsinis krepsininkas sabonis football futbolas futbolistas hockey
  baseball soccer sport sportas sportininkas bouldering boulderis boulderingas climb climbing climber laipiojimas
  laipioti laipiotojas alpinizmas virve virves karabinas siena uola uolos kalnas kalnai virsune virsus vir
  mama mamyte mamute tetis tevelis tevas tevai mociute senelis sesuo brolis seima vaikas vaikai dukra sunus zmona vyras
  mylimas mylimoji mylimasis meile myliu mylutave myliutave tave mane mano tavo love loveyou iloveyou lover baby
  angel angelas princess princese prince karalius karaliene queen king saule sauleta saulyte menulis zvaigzde zvaigzdute
  star superstar sun sunshine moon flower gele geles rose roze lelija tulpe ramune rugiagele medis berzas azuolas
  dog suo suniukas cat kate katinas katyte kaciukas horse arklys zirgas zirgelis monkey bezdzione dragon drakonas tiger
  tigras lion liutas wolf vilkas bear meska meskiukas eagle erelis gandras shark ryklys butterfly drugelis paukstis
  summer winter spring autumn vasara ziema pavasaris ruduo sausis vasaris kovas balandis geguze birzelis liepa rugpjutis
  rugsejis spalis lapkritis gruodis january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday pirmadienis antradienis treciadienis ketvirtadienis
  penktadienis sestadienis sekmadienis kaledos velykos jonines christmas easter gimtadienis birthday
  jonas petras antanas tomas andrius marius darius mantas lukas matas domantas rokas paulius justas karolis arturas
  vaidas giedrius saulius ramunas arvydas robertas edgaras deividas martynas dominykas ignas nojus benas jokubas
  ona ruta rasa egle laura greta gabija ieva emilija ugne austeja kamile monika kristina jurgita inga lina daiva asta
  rita jolanta vilma sandra simona agne viktorija evelina karolina migle urte gintare indre erika irena danute aldona
  michael jennifer jordan hunter thomas charlie andrew michelle jessica daniel ashley nicole matthew joshua anthony
  robert william george harry richard superman batman spiderman pokemon minecraft fortnite starwars naruto matrix
  computer kompiuteris internet internetas google facebook instagram youtube twitter apple iphone samsung android
  windows microsoft linux laptop telefonas phone mobile email pastas server network wifi
  money pinigai eurai euras dollar bankas bank credit business verslas company imone firma shop parduotuve
  school mokykla mokytojas mokytoja universitetas student studentas studente
  freedom laisve taika peace happy laimingas laiminga laime lucky sekme sekmes gyvenimas life viltis tikejimas draugas
  draugai drauge friend friends forever amzinai visada niekada everything viskas nothing niekas whatever bet
  coffee kava chocolate sokoladas cookie sausainis banana bananas orange apelsinas cherry vysnia strawberry braske
  obuolys obuolis cepelinai saltibarsciai kugelis duona pienas alus beer vodka degtine
  blue melynas red raudonas green zalias yellow geltonas black juodas juoda white baltas balta silver sidabras gold
  auksas pink rozinis purple
  mercedes toyota honda yamaha suzuki porsche ferrari audi bmw volvo ford opel golf volkswagen
  trustno one trustnoone qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qaz wsx edc qazwsx
  qazwsxedc qweasd qweasdzxc qwe asd zxc zaq abc abcd abcde abcdef abcdefg abcdefgh aaa the my me you i is and for new
  naujas nauja sena senas geras gera
  `
    .split(/\s+/)
    .filter(Boolean),
);
const longest = Math.max(...[...words].map((word) => word.length));

const lookAlikes: Record<string, string> = { "@": "a", "4": "a", "0": "o", "1": "i", "!": "i", "3": "e", "5": "s" };
const rows = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "01234567890123456789"];
const walks = rows.flatMap((row) => [row, [...row].reverse().join("")]);

/**
 * Whether a password is too easily guessed: it consists of a few common words, the person's own
 * email address, one repeated string, or a sequence of adjacent keys.
 */
export function isCommon(password: string, email = ""): boolean {
  const text = withoutDiacritics(password);
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, "");
  const read = core.replace(/[^a-z]/g, (character) => lookAlikes[character] ?? character);
  const own = withoutDiacritics(email.split("@")[0] ?? "");
  const isOwn = own.length >= 4 && text.includes(own) && text.length - own.length < 6;
  return isOwn || isSimple(text) || [text, read].some((form) => isFewWords(form.replace(/[^a-z]+/g, "")));
}

/** Returns the text in lower case, without diacritics. */
const withoutDiacritics = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Whether the text has at most four different characters, repeats one string, or is mostly a
 * sequence of adjacent keys.
 */
function isSimple(text: string): boolean {
  if (new Set(text).size <= 4 || /^(.{1,8}?)\1+$/.test(text)) return true;
  let walked = 0;
  for (let at = 0; at + 4 <= text.length; at++) {
    if (walks.some((walk) => walk.includes(text.slice(at, at + 4)))) walked++;
  }
  return walked >= Math.ceil((text.length - 3) * 0.6);
}

/** Whether at most three common words make up the whole text. Four or more count as a passphrase. */
function isFewWords(letters: string): boolean {
  const fewest = [0];
  for (let end = 1; end <= letters.length; end++) {
    fewest[end] = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - longest); start < end; start++) {
      const count = (fewest[start] ?? 0) + 1;
      if (count < (fewest[end] ?? 0) && words.has(letters.slice(start, end))) fewest[end] = count;
    }
  }
  return letters.length >= 4 && (fewest[letters.length] ?? 0) <= 3;
}
