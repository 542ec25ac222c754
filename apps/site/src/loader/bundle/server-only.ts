import type { Plugin } from "vite";

const nothing = "\0server-only";

/** Keeps `*.data.ts` out of the browser: there the table's `data` leads to an empty module that nobody asks for. */
export const serverOnly = (): Plugin => ({
  name: "uola:server-only",
  enforce: "pre",
  resolveId(source) {
    return this.environment.name === "client" && /\.data(\.ts)?$/.test(source) ? nothing : undefined;
  },
  load(id) {
    return id === nothing ? "export {};" : undefined;
  },
});
