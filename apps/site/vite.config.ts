import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { operationsAsTable } from "./src/loader/bundle/operations.ts";
import { plainImports, serverOnly } from "./src/loader/bundle/server-only.ts";

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwind(), serverOnly(), plainImports(), operationsAsTable()],
  build: {
    target: "es2024",
    // Scripts are fetched ahead by the loader, not by Vite.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // How long a busy machine took is nobody's concern.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { ssr: { build: { rolldownOptions: { output: { codeSplitting: false } } } } },
  // The server bundle stands alone: its React is the production build whatever NODE_ENV says. While developing,
  // packages are left to Node, which can load the older kind of modules.
  ssr: command === "build" ? { noExternal: true } : {},
}));
