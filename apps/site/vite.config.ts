import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { serverOnly } from "./src/loader/bundle/server-only.ts";

const alive = /node_modules\/(react|react-dom|scheduler)\/|src\/(loader\/(tree|browser\/root)|frame|session)\.tsx$/;

export default defineConfig({
  plugins: [react(), tailwind(), serverOnly()],
  build: {
    target: "es2024",
    // Scripts are fetched ahead by the loader, not by Vite.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs to come alive is one file: it compresses better and is fetched once.
        codeSplitting: { groups: [{ name: "alive", test: alive, includeDependenciesRecursively: false }] },
      },
    },
    reportCompressedSize: false,
  },
  // The server bundle stands alone: its React is the production build whatever NODE_ENV says.
  ssr: { noExternal: true },
});
