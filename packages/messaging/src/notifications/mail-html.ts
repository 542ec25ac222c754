import { html, lines, Markup } from "./html.ts";
import { hoursDrawing, nameDrawing } from "./mail-drawings.ts";
import type { Link, Ticket, View } from "./mail-view.ts";

/**
 * The site's colours. Mail clients drop style sheets, so every element repeats them inline. Images
 * are attached and referenced by cid; nothing is loaded from the network.
 */
export const ink = "#0c1a4b";
export const chalk = "#f5f0e4";
const night = "#081133";
const muted = "#4d5678";
const line = "#d8cdb4";
/**
 * The background colour of the booking's block: the colour of its activity or, when the places are
 * no longer held, a mix of one third of that colour with the light background.
 */
export function bookingBlockColour({ sign, palette, ticket }: View): string {
  const { face } = palette[sign.hue];
  return ticket?.off ? mixed(face, chalk, 1 / 3) : face;
}

/** Mixes two `#rrggbb` colours: `share` of the first, the rest of the second. */
function mixed(colour: string, other: string, share: number): string {
  const parts = (of: string) => [1, 3, 5].map((at) => Number.parseInt(of.slice(at, at + 2), 16));
  const [own, rest] = [parts(colour), parts(other)];
  return `#${own
    .map((part, index) => Math.round(part * share + (rest[index] ?? 0) * (1 - share)))
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;
}

const text = "'Hanken Grotesk','Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif";
const display = "Anybody,Impact,'Arial Narrow Bold','Arial Black',sans-serif";
const body = `font:400 17px/26px ${text};color:${ink}`;

/** Clients that drop this style sheet show the same mail, only without the narrow and dark variants. */
const style = new Markup(`
:root{color-scheme:light dark;supported-color-schemes:light dark}
a:hover{text-decoration-thickness:3px}
.crepe{background-image:repeating-linear-gradient(93deg,rgba(255,255,255,.16) 0 1px,transparent 1px 4px)}
.dark{display:none}
@media (max-width:480px){
.pad{padding-left:20px!important;padding-right:20px!important}
.strip{padding-left:8px!important;padding-right:8px!important}
.stack{display:block!important;width:auto!important;text-align:left!important}
.under{padding:16px 0 0!important}
.title{font-size:24px!important;line-height:31px!important}
.label{width:88px!important}
.digits{font-size:44px!important;letter-spacing:5px!important;text-indent:5px!important}
}
@media (prefers-color-scheme:dark){
.ground{background:${night}!important}
.text,.text a{color:${chalk}!important;border-color:${chalk}!important}
.quiet{color:#c9cde6!important}
.rule{border-color:#3a52b4!important}
.head{border-color:${chalk}!important}
.tape{background:${chalk}!important}
.tape a{color:${ink}!important}
.light{display:none!important}
.dark{display:inline!important}
.say{border-color:#3a52b4!important}
}`);

const link = (words: string, url: string) =>
  html`<a href="${url}" style="color:${ink};font-weight:700;text-decoration:none;white-space:nowrap;border-bottom:2px solid ${ink}">${words}</a>`;

const heading = (words: string) =>
  html`<h2 class="text" style="margin:0 0 10px;font:700 19px/26px ${text};color:${ink}">${words}</h2>`;

const paragraph = (content: Markup) => html`<p class="text" style="margin:0;${body}">${content}</p>`;

/** A strip of tape with torn ends, a fixed height and one line of text. */
function tape({ name, height, torn, content }: { name: string; height: number; torn: number; content: Markup }) {
  const end = (side: "left" | "right", of: string, shown: "light" | "dark" | "") =>
    html`<img src="cid:${of}-${side}" class="${shown}" width="${torn}" height="${height}" alt="" style="${shown === "dark" ? "display:none;mso-hide:all;" : "display:block;"}border:0">`;
  const ends = (side: "left" | "right") =>
    name === "button" ? html`${end(side, "button", "light")}${end(side, "button-dark", "dark")}` : end(side, name, "");
  return html`<td width="${torn}" style="width:${torn}px;font-size:0;line-height:0">${ends("left")}</td>${content}<td width="${torn}" style="width:${torn}px;font-size:0;line-height:0">${ends("right")}</td>`;
}

const table = (attributes: string) =>
  new Markup(`<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>`);

/** A colour block with torn sides. */
function tornBlock(face: string, content: Markup): Markup {
  const edge = (side: "left" | "right") =>
    html`<td width="12" style="width:12px;background-image:url(cid:ticket-${side});background-repeat:repeat-y;background-size:12px 180px;font-size:0">&nbsp;</td>`;
  return html`${table('width="100%" style="width:100%"')}<tr>${edge("left")}
<td class="crepe" bgcolor="${face}" style="background-color:${face};padding:24px 18px 24px 16px">${content}</td>${edge("right")}</tr></table>`;
}

/** The code is a single text run, so that a long press selects exactly the digits. */
const codeStrip = (code: string, field: string) =>
  tornBlock(
    field,
    html`<div class="digits" align="center" style="font:900 52px/60px ${display};letter-spacing:8px;text-indent:8px;color:${ink};text-align:center;white-space:nowrap">${code}</div>`,
  );

function ticketStrip({ label, time, day, service, staff, code, scan }: Ticket, field: string): Markup {
  const name =
    label &&
    html`${table('style="margin:0 0 12px"')}<tr>${tape({
      name: "label",
      height: 26,
      torn: 6,
      content: html`<td bgcolor="${ink}" style="background:${ink};padding:0 6px;font:700 15px/26px ${text};color:${chalk};white-space:nowrap">${label}</td>`,
    })}</tr></table>`;
  const hours = time !== undefined && hoursDrawing(time);
  const scanned = scan
    ? html`<td class="stack under" width="144" valign="middle" style="width:144px;padding:0 0 0 16px">
${table(`bgcolor="${chalk}" style="background:${chalk}"`)}<tr><td align="center" style="padding:12px 12px 6px"><img src="cid:code" width="120" height="120" alt="${scan.alt}" style="display:block;border:0"></td></tr>
<tr><td align="center" style="padding:0 8px 10px;font:700 15px/20px ${text};color:${ink};white-space:nowrap">${code}</td></tr></table></td>`
    : html``;
  return tornBlock(
    field,
    html`${table('width="100%" style="width:100%"')}<tr>
<td class="stack" valign="middle">${name}
${hours && html`<img class="time" src="cid:hours" width="${hours.width}" height="${hours.height}" alt="${time}" style="display:block;border:0;font:900 46px/52px ${display};color:${ink}">`}
<div style="padding:8px 0 6px;font:700 19px/26px ${text};color:${ink}">${day}</div>
<div style="font:400 17px/26px ${text};color:${ink}">${service}${staff && html`<br>${staff}`}${!scan && html`<br>${code}`}</div></td>
${scanned}</tr></table>`,
  );
}

const rowsOf = (rows: View["rows"]) =>
  html`${table(`width="100%" class="head" style="width:100%;border-top:3px solid ${ink}"`)}${rows.map(
    ({
      label,
      value,
      link: more,
    }) => html`<tr><td class="quiet rule label" valign="top" width="109" style="width:109px;padding:11px 12px 11px 0;border-bottom:1px solid ${line};font:400 17px/26px ${text};color:${muted}">${label}</td>
<td class="text rule" valign="top" style="padding:11px 0;border-bottom:1px solid ${line};font:700 17px/26px ${text};color:${ink}">${value}${more && html` · ${link(more.text, more.url)}`}</td></tr>`,
  )}</table>`;

const buttonOf = ({ text: words, url }: Link) =>
  html`${table('width="100%" style="width:100%"')}<tr>${tape({
    name: "button",
    height: 56,
    torn: 8,
    content: html`<td class="tape" bgcolor="${ink}" align="center" style="background:${ink}"><a href="${url}" style="display:block;font:700 17px/56px ${text};color:${chalk};text-decoration:none;white-space:nowrap">${words}</a></td>`,
  })}</tr></table>`;

/** Links that are smaller than the button, placed side by side where there is enough space. */
const otherLinks = (links: readonly Link[]) =>
  html`<p class="text" align="center" style="margin:0;text-align:center;${body}">${links.map(({ text: words, url }) => html`<span style="display:inline-block;margin:0 12px 6px">${link(words, url)}</span>`)}</p>`;

const section = ({
  title,
  text: paragraphs = [],
  items = [],
  links = [],
}: View["sections"][number]) => html`${heading(title)}
${paragraphs.map((words) => paragraph(lines(words)))}
${items.length > 0 && html`<ul class="text" style="margin:0;padding:0 0 0 20px;${body}">${items.map((item) => html`<li style="margin:0 0 4px;padding:0">${item}</li>`)}</ul>`}
${links.length > 0 && html`<p class="text" style="margin:12px 0 0;${body}">${links.map(({ text: words, url }) => html`<span style="display:inline-block;margin-right:24px">${link(words, url)}</span>`)}</p>`}`;

const block = (content: Markup, space: string) =>
  html`<tr><td class="pad" style="padding:${space}">${content}</td></tr>`;

const across = (content: Markup) => html`<tr><td class="strip" style="padding:24px 26px">${content}</td></tr>`;

/** Tables and inline styles, which all mail clients support; at most 600 px wide. */
export function htmlMail(view: View): string {
  const { language, subject, headline, title, greeting, lead, message, ticket, code } = view;
  const { preview, rows, button, alternatives, sections, footer } = view;
  const name = nameDrawing(footer.gym, view.palette);
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${subject}</title><style>${style}</style></head>
<body class="ground" style="margin:0;padding:0;background:${chalk}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${new Markup("&#847;&zwnj;&nbsp;".repeat(40))}</div>
${table(`width="100%" class="ground" bgcolor="${chalk}" style="width:100%;background:${chalk}"`)}<tr><td align="center">
${table('width="600" style="width:100%;max-width:600px"')}
<tr><td bgcolor="${ink}" style="background:${ink}"><img src="cid:headline" width="600" alt="${headline}" style="display:block;width:100%;max-width:600px;height:auto;border:0;font:900 64px/2 ${display};font-stretch:60%;color:${chalk};text-align:center"></td></tr>
${block(
  html`<h1 class="text title" style="margin:0 0 12px;font:700 28px/36px ${text};color:${ink}">${title}</h1>
<p class="text" style="margin:0;${body}">${greeting}<br>${lead}</p>
${message && html`<blockquote class="text say" style="margin:20px 0 0;padding:0 0 0 16px;border-left:3px solid ${ink};${body}"><b>${message.label}</b><br>${lines(message.text)}</blockquote>`}`,
  "40px 40px 0",
)}
${ticket && across(ticketStrip(ticket, bookingBlockColour(view)))}
${code && across(codeStrip(code, bookingBlockColour(view)))}
${rows.length > 0 && block(rowsOf(rows), ticket ? "0 40px" : "26px 40px 0")}
${button && block(buttonOf(button), "26px 40px 0")}
${alternatives.length > 0 && block(otherLinks(alternatives), "16px 40px 0")}
${sections.map((each) => block(section(each), "32px 40px 0"))}
<tr><td style="height:44px;font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td class="pad" bgcolor="${ink}" style="background:${ink};padding:32px 40px 36px">
<a href="${footer.site}" style="color:${chalk};text-decoration:none"><img src="cid:name" width="${name.width}" height="${name.height}" alt="${footer.gym}" style="display:block;border:0;font:900 26px/26px ${display};color:${chalk}"></a>
<p style="margin:20px 0 12px;font:400 17px/26px ${text};color:${chalk}">${footer.contacts.map((contact, index) => html`${index > 0 && new Markup("<br>")}${contact}`)}</p>
<p style="margin:0;font:400 15px/22px ${text};color:#c9cde6">${footer.notes.join(" ")}</p></td></tr>
</table></td></tr></table></body></html>
`.text;
}
