import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { serverOnly } from "./src/loader/bundle/server-only.ts";
import { wordsWherePagesNameThem } from "./src/loader/bundle/words.ts";

const words = await wordsWherePagesNameThem();
const alive = [
  /node_modules\/@lingui\/[\w-]+\//,
  /packages\/words\/src\/(index|site\/(browser|generated\/lt))\.ts$/,
  /src\/(loader\/tree|loader\/browser\/root|frame|platform|session|sign-in-failed|sign-in-task)\.tsx?$/,
];

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwind(), serverOnly(), words],
  build: {
    target: "es2024",
    // Scripts are fetched ahead by the loader, not by Vite.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs to come alive is one file: it compresses better and is fetched once.
            codeSplitting: {
              groups: [
                // React by itself: a chunk that both needs the other one's React and is needed by it would come too early.
                { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
                {
                  name: (id) => (words.isShared(id) || alive.some((part) => part.test(id)) ? "alive" : null),
                  debugName: "alive",
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { output: { codeSplitting: false } } } },
  },
  // The server bundle stands alone: its React is the production build whatever NODE_ENV says. While developing,
  // packages are left to Node, which can load the older kind of modules.
  ssr: command === "build" ? { noExternal: true } : {},
}));
