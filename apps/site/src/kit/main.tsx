import { createRoot } from "react-dom/client";
import "../ui/admin.css";
import { Kit } from "./kit.tsx";

const site = document.getElementById("site");
if (site) createRoot(site).render(<Kit />);
