import { createRoot } from "react-dom/client";
import "../admin.css";
import { listenToTheme } from "@uola/ui/theme.ts";
import { Kit } from "./kit.tsx";

const site = document.getElementById("site");
listenToTheme();
if (site) createRoot(site).render(<Kit />);
