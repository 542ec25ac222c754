import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { serverOnly } from "./src/loader/bundle/server-only.ts";

export default defineConfig({
  plugins: [react(), tailwind(), serverOnly()],
  build: {
    target: "es2024",
    // One stylesheet, inlined into every document; scripts are fetched ahead by the loader, not by Vite.
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // The server bundle stands alone: its React is the production build whatever NODE_ENV says.
  ssr: { noExternal: true },
});
