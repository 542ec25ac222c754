import { defaultLocale, type Locale, language, locales } from "@uola/words/language";
import { linkTo } from "../locale.ts";
import type { PictureText } from "./share-pictures.ts";

/** The texts of the web app manifest, in the language of the request. */
export type Installed = {
  description: string;
  /** Pages that can be opened from the app icon's menu. */
  shortcuts: readonly { name: string; path: string }[];
  /** Pages shown as screenshots in the install dialog: the name in the page table and the headline. */
  screens: readonly { page: string; headline: string }[];
};

/**
 * Both manifests describe the same app; the name and the start page are in the language of the page
 * it is installed from.
 */
export const manifestPaths: Record<Locale, string> = { lt: "/manifest.webmanifest", en: "/manifest-en.webmanifest" };

export const manifestLocale = (path: string): Locale | undefined =>
  locales.find((locale) => manifestPaths[locale] === path);

/** Browsers on phones show the tall screenshots, desktop browsers the wide ones. */
const sizes = {
  narrow: { width: 720, height: 1280 },
  wide: { width: 1280, height: 720 },
} as const;
const inner = "/manifest/";
/** The longest name that fits under an app icon without being truncated. */
const shortMax = 12;

export const isScreen = (path: string): boolean => path.startsWith(inner);

/** Returns the screenshots of the web app manifest: the URL of each and the text it shows. */
export const screensOf = ({ screens }: Installed, { name: gym, look }: { name: string; look?: string }) =>
  (["narrow", "wide"] as const).flatMap((factor) =>
    screens.map(({ page, headline }) => {
      const text: PictureText = { headline, page, gym, look, size: sizes[factor] };
      return { path: linkTo(`${inner}${page}-${factor}/`), factor, headline, text };
    }),
  );

type Manifest = { name: string; installed: Installed; screens: readonly Screen[] };
type Screen = { src: string; factor: keyof typeof sizes; headline: string };

/** Builds the web app manifest; the site is installed under the gym's name. */
export function manifestOf({ name, installed: { description, shortcuts }, screens }: Manifest): string {
  const icon = (src: string, size: string, type = "image/png") => ({ src, sizes: size, type });
  const [small, large] = [icon("/icon-192.png", "192x192"), icon("/icon-512.png", "512x512")];
  return JSON.stringify({
    name,
    ...(name.length <= shortMax && { short_name: name }),
    description,
    lang: language(),
    id: linkTo("/", defaultLocale),
    start_url: linkTo("/"),
    scope: "/",
    display: "standalone",
    background_color: "#f5f0e4",
    theme_color: "#0c1a4b",
    categories: ["sports", "fitness"],
    icons: [
      icon("/favicon.svg", "any", "image/svg+xml"),
      { ...small, purpose: "any" },
      { ...large, purpose: "any" },
      { ...large, purpose: "maskable" },
    ],
    shortcuts: shortcuts.map(({ name, path }) => ({ name, url: linkTo(path), icons: [small] })),
    screenshots: screens.map(({ src, factor, headline }) => ({
      ...icon(src, `${sizes[factor].width}x${sizes[factor].height}`),
      form_factor: factor,
      label: headline,
    })),
  });
}
