import type { View } from "./mail-view.ts";

/** The plain-text alternative, with the same content as the HTML. */
export function plainText(view: View): string {
  const { title, greeting, lead, message, ticket, code, rows, button, alternatives, sections, footer } = view;
  const parts = [
    footer.gym.toUpperCase(),
    underlined(title),
    `${greeting}\n${lead}`,
    message && `${message.label}:\n${message.text}`,
    (ticket ? [ticket.time, ticket.day, ticket.service, ticket.staff, ticket.codeSentence] : [code])
      .filter(Boolean)
      .map((line) => `    ${line}`)
      .join("\n"),
    rows.map(({ label, value, link }) => `${label}: ${value}${link ? `\n${link.text}: ${link.url}` : ""}`).join("\n"),
    [...(button ? [button] : []), ...alternatives].map(({ text, url }) => `${text}:\n${url}`).join("\n"),
    ...sections.map(({ title, text = [], items = [], links = [] }) =>
      [
        underlined(title),
        ...text,
        ...items.map((item) => `– ${item}`),
        ...links.map(({ text, url }) => `${text}:\n${url}`),
      ].join("\n"),
    ),
    `-- \n${[...footer.contacts, ...footer.notes].join("\n")}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const underlined = (text: string) => `${text}\n${"–".repeat(text.length)}`;
