import { ThemeSwitch } from "@uola/ui/theme-switch.tsx";
import { Buttons } from "./buttons.tsx";
import { Desk } from "./desk.tsx";
import { Fields } from "./fields.tsx";
import { Messages } from "./messages.tsx";
import { Public } from "./public.tsx";

/**
 * Every component in every state, as a reference for page authors. Hover and keyboard focus have to
 * be tried by hand.
 */
export const Kit = () => (
  <main id="content" className="page section">
    <h1 className="title">Kit</h1>
    <ThemeSwitch label="Theme" words={{ auto: "Auto", light: "Light", dark: "Dark" }} />
    <Buttons />
    <Fields />
    <Messages />
    <Desk />
    <Public />
  </main>
);
