/** The tag manager's container id, and the version of the consent text. */
export type TagManager = { id: string; version: number };
export type Choice = "ACCEPTED" | "REFUSED";

const keptKey = "uola.consent";
/** Cookies that Google's tags set on the site's own domain. */
const foreignCookies = /^_g/;

type Kept = { id: string; version: number; choice: Choice };

/**
 * Returns the choice stored in this browser for this version. If the browser asks not to be
 * tracked, this counts as a refusal.
 */
export function choiceAbout({ version }: TagManager): Choice | undefined {
  const kept = read();
  if (kept?.version === version) return kept.choice;
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl ? "REFUSED" : undefined;
}

/** Stores a choice in the browser and in the consent log, and applies it. */
export function choose(choice: Choice, tags: TagManager): void {
  const before = choiceAbout(tags);
  // The id stays the same when a choice is changed, which proves the change; it is not sent to
  // anyone else.
  const kept: Kept = { id: read()?.id ?? crypto.randomUUID(), version: tags.version, choice };
  try {
    localStorage.setItem(keptKey, JSON.stringify(kept));
  } catch {
    // In a browser without storage, the question is shown again.
  }
  navigator.sendBeacon("/consent", JSON.stringify(kept));
  if (choice === "ACCEPTED") loadTags(tags);
  else if (before === "ACCEPTED") forgetTags();
}

let isLoaded = false;

/**
 * Loads the tag manager. Until then a page contains no third-party content; the content security
 * policy allows the tag manager's host only if a container is configured.
 */
export function loadTags({ id }: TagManager): void {
  if (isLoaded) return;
  isLoaded = true;
  const page = globalThis as { dataLayer?: object[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
  const src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(Object.assign(document.createElement("script"), { async: true, src }));
}

/** A loaded script cannot be removed, so its cookies are deleted and the page is reloaded without it. */
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
