import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

const folderOf = (file: string) => dirname(resolve(file));

const arimo = ["400Regular/Arimo_400Regular.ttf", "700Bold/Arimo_700Bold.ttf"].map((file) =>
  folderOf(`@expo-google-fonts/arimo/${file}`),
);
const roboto = ["400Regular/Roboto_400Regular.ttf", "700Bold/Roboto_700Bold.ttf"].map((file) =>
  folderOf(`@expo-google-fonts/roboto/${file}`),
);
const dejaVu = [folderOf("dejavu-fonts-ttf/ttf/DejaVuSans.ttf")];

/**
 * The system fonts for which the site has metric-compatible fallbacks: Arimo has the metrics of
 * Arial and Liberation Sans (Windows, Apple, ChromeOS), Roboto is the font of Android, and DejaVu
 * that of a minimal Linux system.
 */
const systemFonts = { Arimo: arimo, Roboto: roboto, "DejaVu Sans": dejaVu };
export type SystemFont = keyof typeof systemFonts;
export const systemFontNames = Object.keys(systemFonts) as SystemFont[];

/**
 * Returns the environment for a Chromium that has only the given system font, so that layouts do
 * not depend on the fonts of the test machine. The generated file is the same for every caller, so
 * several processes may call it at the same time.
 */
export function withSystemFont(font: SystemFont): Record<string, string> {
  const folder = join(tmpdir(), "uola-fonts", font.replace(" ", "-"));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "fonts.conf");
  const generic = ["sans-serif", "serif", "monospace", "system-ui"]
    .map((name) => `<alias binding="same"><family>${name}</family><prefer><family>${font}</family></prefer></alias>`)
    .join("\n  ");
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${systemFonts[font].map((path) => `<dir>${path}</dir>`).join("\n  ")}
  <cachedir>${join(folder, "cache")}</cachedir>
  ${generic}
</fontconfig>
`,
  );
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file };
}
