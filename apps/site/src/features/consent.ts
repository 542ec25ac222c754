/** The tag manager's container, and the version of the consent that people are asked for. */
export type TagManager = { id: string; version: number };
export type Choice = "ACCEPTED" | "REFUSED";

const keptKey = "uola.consent";
/** Cookies that the tags of Google set on our own domain. */
const foreignCookies = /^_g/;

type Kept = { id: string; version: number; choice: Choice };

/** What was chosen in this browser, about this version. A browser that asks not to be tracked has refused. */
export function choiceAbout({ version }: TagManager): Choice | undefined {
  const kept = read();
  if (kept?.version === version) return kept.choice;
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ? "REFUSED" : undefined;
}

/** Keeps a choice here and in the ledger, and does what it says. */
export function choose(choice: Choice, tags: TagManager): void {
  const before = choiceAbout(tags);
  // The same id proves that the choice was changed; it is told to nobody else.
  const kept: Kept = { id: read()?.id ?? crypto.randomUUID(), version: tags.version, choice };
  try {
    localStorage.setItem(keptKey, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing is asked again.
  }
  navigator.sendBeacon("/consent", JSON.stringify(kept));
  if (choice === "ACCEPTED") loadTags(tags);
  else if (before === "ACCEPTED") forgetTags();
}

let isLoaded = false;

/** Loads the tag manager. Nothing foreign is on a page before; the policy of documents allows its host while there is a container. */
export function loadTags({ id }: TagManager): void {
  if (isLoaded) return;
  isLoaded = true;
  const page = globalThis as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
  const src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(Object.assign(document.createElement("script"), { async: true, src }));
}

/** A script cannot be taken back: its cookies go, and the page is loaded without it. */
function forgetTags(): void {
  const host = location.hostname;
  const domains = host.split(".").map((_, at, parts) => parts.slice(at).join("."));
  for (const cookie of document.cookie.split("; ")) {
    const [name = ""] = cookie.split("=");
    if (!foreignCookies.test(name)) continue;
    for (const domain of ["", ...domains.map((domain) => `;domain=${domain}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser
      document.cookie = `${name}=;max-age=0;path=/${domain}`;
    }
  }
  location.reload();
}

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey) ?? "null") as Kept | null;
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}
