import { html, raw } from "hono/html";

export type Art = "pocket" | "flower" | "edge" | "jug" | "sloper";
export const headline = (text: string) => html`<h1>${text}</h1>`;
export const panelArt = (_art: Art) => raw("");
export const wordmark = () => html`UOLA`;
export const contours = () => "<svg xmlns='http://www.w3.org/2000/svg'/>";
export const icon = () => "<svg xmlns='http://www.w3.org/2000/svg'/>";
