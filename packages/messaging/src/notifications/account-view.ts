import type { AccountMail, AccountTemplate, FactorChange } from "@uola/accounts";
import type { Locale } from "@uola/words";
import { defaultLocale } from "@uola/words/language";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";
import { footerOf, type Link, oneLine, siteIn, type View } from "./mail-view.ts";

type MailStyle = { headline: MailHeadline; sign: View["sign"] };
type MailHeadline = "you" | "welcome" | "notice" | "forgotten" | "knock";
const verification: MailStyle = { headline: "you", sign: { hue: "sky", shape: "edge" } };
const welcome: MailStyle = { headline: "welcome", sign: { hue: "green", shape: "jug" } };
const notice: MailStyle = { headline: "notice", sign: { hue: "yellow", shape: "flower" } };

const mailStyles: Record<AccountTemplate, MailStyle> = {
  "account-verify-link": verification,
  "account-verify-code": verification,
  "account-change-email": verification,
  "account-exists": notice,
  "account-reset-password": { headline: "forgotten", sign: { hue: "orange", shape: "sloper" } },
  "account-activate": welcome,
  "account-approved": welcome,
  "account-password-changed": notice,
  "account-email-changed": notice,
  "account-second-factor-changed": notice,
  "account-waiting": { headline: "knock", sign: { hue: "pink", shape: "pocket" } },
};

/** Paths on the identity origin that accept the secret from a mail. */
const secretPaths = {
  "account-verify-link": "/email/verify",
  "account-reset-password": "/password/reset",
  "account-activate": "/account/activate",
  "account-change-email": "/email/change",
} as const;

type MailTexts = Pick<View, "title" | "lead"> & {
  subject?: string;
  code?: string;
  rows?: View["rows"];
  button?: Link;
  sections?: View["sections"];
};
type Options = {
  order: Pick<AccountMail, "template" | "facts">;
  /** The token of the link, or the digits of the code. */
  secret: string;
  locale: Locale;
  words: MailWords;
  gym: Gym;
  urls: { site: string; identity: string };
};

/** Builds a mail about the recipient's own account. Links lead to configured origins only. */
export function accountView({ order, secret, locale, words, gym, urls }: Options): View {
  const {
    subject,
    title,
    lead,
    code,
    rows = [],
    button,
    sections = [],
  } = mailTexts({ order, secret, locale, words, gym, urls });
  const { headline, sign } = mailStyles[order.template];
  return {
    language: locale,
    subject: oneLine(subject ?? title),
    preview: lead,
    sign,
    headline: words(`headline.account.${headline}`),
    title,
    greeting: words("greeting"),
    lead,
    message: undefined,
    ticket: undefined,
    code,
    rows,
    button,
    alternatives: [],
    sections,
    palette: gym.palette,
    footer: footerOf(gym, siteIn(locale, urls), words, words("account.footer")),
  };
}

function mailTexts({ order: { template, facts = {} }, secret, locale, words, gym, urls }: Options): MailTexts {
  const site = siteIn(locale, urls);
  const identityPage = (path: string, query: Record<string, string> = {}) => {
    const text = String(new URLSearchParams({ ...query, ...(locale !== defaultLocale && { lang: locale }) }));
    return `${urls.identity}${path}${text && `?${text}`}`;
  };
  const linkTo = (of: keyof typeof secretPaths) => identityPage(secretPaths[of], { token: secret });
  const unasked = (text: string) => [{ title: words("account.unasked"), text: [text] }];
  const forgot = { text: words("account.newPassword"), url: identityPage("/password/forgot") };
  const write = gym.email ? [{ text: words("account.write"), url: `mailto:${gym.email}` }] : [];

  switch (template) {
    case "account-verify-link":
      return {
        title: words("account.verifyLink.title"),
        lead: words("account.verifyLink.lead"),
        button: { text: words("account.verifyLink.button"), url: linkTo(template) },
        sections: unasked(words("account.verifyLink.unasked")),
      };
    case "account-verify-code":
      return {
        subject: words("account.verifyCode.subject", { code: secret }),
        title: words("account.verifyCode.title"),
        lead: words("account.verifyCode.lead"),
        code: secret,
        sections: unasked(words("account.verifyCode.unasked")),
      };
    case "account-exists":
      return {
        title: words("account.exists.title"),
        lead: words("account.exists.lead"),
        button: { text: words("account.approved.button"), url: `${site}/account/` },
        sections: [{ title: words("account.notYou"), text: [words("account.exists.notYou")], links: [forgot] }],
      };
    case "account-reset-password":
      return {
        title: words("account.resetPassword.title"),
        lead: words("account.resetPassword.lead"),
        button: { text: words("account.choosePassword"), url: linkTo(template) },
        sections: unasked(words("account.resetPassword.unasked")),
      };
    case "account-activate":
      return {
        title: words("account.activate.title"),
        lead: words("account.activate.lead"),
        button: { text: words("account.choosePassword"), url: linkTo(template) },
        sections: unasked(words("account.activate.unasked")),
      };
    case "account-change-email":
      return {
        title: words("account.changeEmail.title"),
        lead: words("account.changeEmail.lead"),
        button: { text: words("account.changeEmail.button"), url: linkTo(template) },
        sections: unasked(words("account.changeEmail.unasked")),
      };
    case "account-password-changed":
      return {
        title: words("account.passwordChanged.title"),
        lead: words("account.passwordChanged.lead"),
        sections: [
          ...(facts.calendars
            ? [{ title: words("account.calendarsEnded.title"), text: [words("account.calendarsEnded.text")] }]
            : []),
          { title: words("account.notYou"), text: [words("account.notYou.newPassword")], links: [forgot, ...write] },
        ],
      };
    case "account-email-changed":
      return {
        title: words("account.emailChanged.title"),
        lead: words("account.emailChanged.lead"),
        sections: [{ title: words("account.notYou"), text: [words("account.emailChanged.notYou")], links: write }],
      };
    case "account-second-factor-changed":
      return {
        ...secondFactor(facts.change, words),
        rows: facts.name ? [{ label: words("account.passkey"), value: facts.name }] : [],
        button: { text: words("account.view"), url: `${site}/account/` },
        sections: [
          { title: words("account.notYou"), text: [words("account.notYou.newPassword")], links: [forgot, ...write] },
        ],
      };
    case "account-approved":
      return {
        title: words("account.approved.title"),
        lead: words("account.approved.lead"),
        button: { text: words("account.approved.button"), url: `${site}/account/` },
      };
    case "account-waiting":
      return {
        title: words("account.waiting.title"),
        lead: words("account.waiting.lead"),
        rows: [
          ...(facts.name ? [{ label: words("account.waiting.name"), value: facts.name }] : []),
          ...(facts.email ? [{ label: words("account.waiting.email"), value: facts.email }] : []),
        ],
        button: { text: words("account.waiting.button"), url: `${site}/admin/members/` },
      };
  }
}

function secondFactor(change: string | undefined, words: MailWords): Pick<MailTexts, "title" | "lead"> {
  switch (change as FactorChange) {
    case "PASSKEY_ADDED":
      return { title: words("account.passkeyAdded.title"), lead: words("account.passkeyAdded.lead") };
    case "PASSKEY_REMOVED":
      return { title: words("account.passkeyRemoved.title"), lead: words("account.passkeyRemoved.lead") };
    case "AUTHENTICATOR_ADDED":
      return { title: words("account.authenticatorOn.title"), lead: words("account.authenticatorOn.lead") };
    case "AUTHENTICATOR_REMOVED":
      return { title: words("account.authenticatorOff.title"), lead: words("account.authenticatorOff.lead") };
    case "RECOVERY_CODES_RENEWED":
      return { title: words("account.recoveryCodes.title"), lead: words("account.recoveryCodes.lead") };
    case "RECOVERY_CODE_USED":
      return { title: words("account.recoveryCodeUsed.title"), lead: words("account.recoveryCodeUsed.lead") };
  }
}
