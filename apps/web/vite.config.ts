import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { operationsAsTable } from "./src/bundle/operations.ts";
import { plainImports, serverOnly } from "./src/bundle/server-only.ts";

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwind(), serverOnly(), plainImports(), operationsAsTable()],
  build: {
    target: "es2024",
    // Scripts are preloaded by the loader, not by Vite.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Warnings about build timings are caused by a busy machine and are not useful.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { ssr: { build: { rolldownOptions: { output: { codeSplitting: false } } } } },
  // The server bundle is self-contained: its React is the production build whatever NODE_ENV is.
  // During development, packages are left to Node, which can load CommonJS modules.
  ssr: command === "build" ? { noExternal: true } : {},
}));
