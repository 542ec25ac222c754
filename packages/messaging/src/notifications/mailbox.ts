import { headline } from "@uola/art/headline";
import { bookingCode } from "@uola/contract";
import type { Context, PageHandlers } from "@uola/kernel";
import { dateLong, time } from "@uola/words/formats";
import { defaultLocale, type Locale, locales } from "@uola/words/language";
import { type MailWords, words } from "@uola/words/mail";
import { type Gym, readGym } from "./booking-facts.ts";
import { html, Markup } from "./html.ts";
import { nameDrawing } from "./mail-drawings.ts";
import * as store from "./mail-store.ts";

const shownMax = 100;

/** The language, words and gym that every page is rendered with. */
type PageContext = {
  words: MailWords;
  locale: Locale;
  gym: Gym;
  /** The path of a mailbox page, in the requested language. */
  to: (path: string) => string;
};

/**
 * Development mailbox: shows every mail without a mail server. Demo only. The pages are in the
 * language of the browser or of the `?lang=` parameter.
 */
export function mailbox({ db, siteId, demo }: Context): PageHandlers {
  if (!demo) return {};
  const pageContextOf = async (request: Request): Promise<PageContext> => {
    const asked = locales.find((each) => each === new URL(request.url).searchParams.get("lang"));
    const preferred = request.headers.get("accept-language")?.slice(0, 2).toLowerCase();
    const locale = asked ?? locales.find((each) => each === preferred) ?? defaultLocale;
    const to = (path: string) => (asked ? `${path}?lang=${asked}` : path);
    return { words: words(locale), locale, gym: await readGym(db, siteId), to };
  };
  const mailAt = async (request: Request) => {
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    return /^[0-9a-f-]{36}$/i.test(id) ? store.find(db, siteId, id) : undefined;
  };
  const onMail =
    (show: (mail: store.Mail, request: Request) => Response | Promise<Response>) => async (request: Request) => {
      const mail = await mailAt(request);
      return mail ? show(mail, request) : missing(await pageContextOf(request), "mailbox.none");
    };
  const list = async (request: Request) => {
    const reader = await pageContextOf(request);
    return page(reader, reader.words("mailbox.title"), listOf(reader, await store.newest(db, siteId, shownMax)));
  };
  const one = onMail(async (mail, request) => {
    const reader = await pageContextOf(request);
    return page(reader, mail.subject, mailPage(reader, mail));
  });
  return {
    "GET /mailbox": () => new Response(null, { status: 301, headers: { location: "/mailbox/" } }),
    "GET /mailbox/": list,
    "GET /mailbox/api": async () => {
      const mails = await store.newest(db, siteId, shownMax);
      const listed = mails.map(({ html: _html, text: _text, siteId: _siteId, ...mail }) => mail);
      return Response.json({ mails: listed }, { headers: { "cache-control": "no-store" } });
    },
    "GET /mailbox/{id}": one,
    "GET /mailbox/{id}/html": onMail(framed),
    "GET /mailbox/{id}/parts/{number}": onMail(async (mail, request) => {
      const part = (await store.partsOf(db, siteId, mail))[Number(new URL(request.url).pathname.split("/")[4])];
      return part ? file(part) : missing(await pageContextOf(request), "mailbox.noFile");
    }),
  };
}

/** The mail's HTML with its attached images. It cannot run scripts or load anything from the network. */
function framed(mail: store.Mail): Response {
  const pictures = new Map(mail.attachments.map(({ cid }, index) => [cid, `/mailbox/${mail.id}/parts/${index}`]));
  const text = mail.html
    .replace(/cid:([\w-]+)/g, (whole, cid: string) => pictures.get(cid) ?? whole)
    .replace("<head>", '<head><base target="_blank">');
  return respond(
    text,
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
}

function file({ name, contentType, cid, content }: store.Part): Response {
  const disposition = cid ? "inline" : `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`;
  return new Response(new Uint8Array(content), {
    headers: { "content-type": contentType, "content-disposition": disposition, "x-content-type-options": "nosniff" },
  });
}

function listOf({ words, locale, gym, to }: PageContext, mails: store.Mail[]): Markup {
  const title = heading(words("mailbox.title"), gym);
  if (mails.length === 0) return html`${title}<p class="lead">${words("mailbox.empty")}</p><div data-fresh></div>`;
  return html`${title}<p class="lead">${words("mailbox.lead")}</p>
<ol class="list" data-fresh>${mails.map(
    ({ id, subject, recipient, createdDate, status }) => html`<li><a href="${to(`/mailbox/${id}`)}"><b>${subject}</b>
<span>${recipient}</span><span>${when(createdDate, locale)}</span><span class="state ${status.toLowerCase()}">${words(`mailbox.status.${status}`)}</span></a></li>`,
  )}</ol>`;
}

function mailPage({ words, locale, to }: PageContext, mail: store.Mail): Markup {
  const files = mail.attachments.flatMap(({ name, cid, size }, index) =>
    cid ? [] : [html`<li><a href="/mailbox/${mail.id}/parts/${index}">${name}</a> ${Math.ceil(size / 1024)} kB</li>`],
  );
  const facts: [string, string][] = [
    [words("mailbox.to"), mail.recipient],
    [words("mailbox.made"), when(mail.createdDate, locale)],
    [words("mailbox.state"), words(`mailbox.status.${mail.status}`)],
  ];
  if (mail.sentDate) facts.push([words("mailbox.sent"), when(mail.sentDate, locale)]);
  if (mail.lastError) facts.push([words("mailbox.error"), mail.lastError]);
  if (mail.bookingId) facts.push([words("mailbox.booking"), bookingCode(mail.bookingId)]);
  return html`<p><a href="${to("/mailbox/")}">${words("mailbox.all")}</a></p><h1>${mail.subject}</h1>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${files.length > 0 && html`<ul class="files">${files}</ul>`}
<input type="radio" name="view" id="wide" checked><label for="wide">${words("mailbox.wide")}</label>
<input type="radio" name="view" id="narrow"><label for="narrow">${words("mailbox.narrow")}</label>
<input type="radio" name="view" id="plain"><label for="plain">${words("mailbox.plain")}</label>
<iframe title="${words("mailbox.mail")}" src="/mailbox/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe><pre>${mail.text}</pre>`;
}

function heading(text: string, { palette }: Gym): Markup {
  const drawn = headline({ text, fill: "currentColor", bolt: "var(--ground)", palette });
  return html`<h1 class="drawn" aria-label="${text}">${new Markup(
    `<svg aria-hidden="true" viewBox="0 -300 ${drawn.width} ${drawn.height + 300}">${drawn.body}</svg>`,
  )}</h1>`;
}

const missing = (reader: PageContext, title: "mailbox.none" | "mailbox.noFile"): Response => {
  const { words, to } = reader;
  const main = html`<h1>${words("mailbox.nothing")}</h1><p class="lead"><a href="${to("/mailbox/")}">${words("mailbox.all")}</a></p>`;
  return page(reader, words(title), main, 404);
};
const when = (instant: Date, locale: Locale) => `${dateLong(instant, locale)}, ${time(instant)}`;

// Reloads the list every 3 s while the page is visible. Only the list is replaced, so the scroll
// position and the focus are kept.
const refresh = `setInterval(async()=>{
const list=document.querySelector("[data-fresh]");if(!list||document.hidden||list.contains(document.activeElement))return;
const reply=await fetch(location.href).catch(()=>undefined);if(!reply?.ok)return;
const fresh=new DOMParser().parseFromString(await reply.text(),"text/html");
if(fresh.querySelector("main").innerHTML!==document.querySelector("main").innerHTML)document.querySelector("main").replaceWith(fresh.querySelector("main"))},3000)`;

const look = `:root{color-scheme:light dark;--ground:#f5f0e4;--text:#0c1a4b;--quiet:#4d5678;--line:#d8cdb4;--sheet:#fffdf7}
@media(prefers-color-scheme:dark){:root{--ground:#081133;--text:#f5f0e4;--quiet:#c9cde6;--line:#3a52b4;--sheet:#0c1a4b}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:400 17px/26px "Hanken Grotesk","Segoe UI",Helvetica,Arial,sans-serif}
header{background:#0c1a4b;padding:20px 0}header>div{display:flex;align-items:center;gap:16px}header svg{display:block;height:28px}header span{color:#c9cde6}header .other{margin-left:auto;color:#f5f0e4}
.drawn svg{display:block;height:132px;max-width:100%}header>div,main{max-width:960px;margin:0 auto;padding:0 20px}main{padding-block:32px 80px}
h1{font:700 32px/40px inherit;font-size:32px;line-height:40px;margin:0 0 12px;overflow-wrap:anywhere}.lead{color:var(--quiet);margin:0 0 24px}a{color:inherit}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
.list{list-style:none;margin:0;padding:0;border-top:3px solid}.list a{display:grid;grid-template-columns:1fr 1fr auto;gap:4px 24px;padding:14px 0;border-bottom:1px solid var(--line);text-decoration:none}
.list b{grid-column:1/-1;font-size:19px}.list a:hover b{text-decoration:underline}.list span,dt{color:var(--quiet)}.list .failed{color:var(--text);font-weight:700}.list .failed::before{content:"";display:inline-block;width:12px;height:12px;border-radius:50%;background:#ff5c38;margin-right:8px}
dl{border-top:3px solid;margin:20px 0}dl div{display:grid;grid-template-columns:160px 1fr;padding:10px 0;border-bottom:1px solid var(--line)}dd{margin:0;font-weight:700;overflow-wrap:anywhere}
.files{margin:0 0 20px;padding-left:20px}input{position:absolute;opacity:0}label{display:inline-block;min-height:44px;padding:9px 18px;cursor:pointer;border:2px solid;border-radius:22px;margin:0 6px 20px 0;font-weight:700}
input:checked+label{background:var(--text);border-color:var(--text);color:var(--ground)}input:focus-visible+label{outline:3px solid var(--text);outline-offset:2px}
iframe{display:block;width:100%;height:1650px;border:0;background:#f5f0e4;box-shadow:0 0 0 1px var(--line)}#narrow:checked~iframe{width:390px;max-width:100%;height:1750px}#plain:checked~iframe{display:none}
pre{display:none;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--sheet);padding:24px;margin:0;font:400 15px/23px ui-monospace,monospace}#plain:checked~pre{display:block}
@media(max-width:600px){.list a,dl div{grid-template-columns:1fr}}`;

function page({ words, locale, gym, to }: PageContext, title: string, main: Markup, status = 200): Response {
  const other = locales.find((each) => each !== locale) ?? locale;
  const text = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} – ${words("mailbox.name")}</title><style>${new Markup(look)}</style></head>
<body><header><div><a href="${to("/mailbox/")}" aria-label="${gym.name}">${new Markup(nameDrawing(gym.name, gym.palette).svg)}</a><span>${words("mailbox.demo")}</span><a class="other" href="?lang=${other}" hreflang="${other}" lang="${other}">${words("mailbox.other")}</a></div></header><main>${main}</main><script>${new Markup(refresh)}</script></body></html>`;
  return respond(
    text.text,
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'",
    status,
  );
}

const respond = (text: string, policy: string, status = 200) =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
