import type { LedgerRole } from "./bookkeeping.ts";
import type { PaidBy } from "./documents.ts";

/**
 * A setting that the owner enters for a provider. `label`, `hint` and `wrong` name messages of the
 * admin: `orders.ways.<label>`, `orders.ways.<label>.hint` and `orders.ways.wrong.<wrong>`.
 */
export type PaymentProviderField = { name: string; label: string } & (
  | { kind: "switch"; initial: boolean }
  | {
      kind: "text";
      maxLength: number;
      /** The error message for other text, if only digits are accepted. */
      digitsError?: string;
      wrong: string;
    }
  /**
   * Stored encrypted and never returned. Responses only include whether the secret is stored:
   * `secretKey` as `hasSecretKey`.
   */
  | { kind: "secret"; minLength: number; maxLength: number; wrong: string; hint?: boolean }
);

/** The description of a payment provider that all other code uses. */
export type PaymentProviderDescription = {
  /**
   * The provider's value in `OrderPaymentMethod` and `PaymentKind`. The server setting `<id>_URL`
   * contains the provider's URL.
   */
  id: string;
  /** The name used for the provider's settings and in the path for its notifications. */
  key: string;
  /**
   * The provider's brand, in one word, as shown to staff, in the history and in payouts on bank
   * statements.
   */
  name: string;
  fields: readonly PaymentProviderField[];
  /** The query parameters with which the provider redirects the payer back, the required one first. */
  returnParameters: readonly string[];
  /** The payment method on invoices. */
  paidBy: PaidBy;
  /** The ledger account for money that the provider has not paid out yet. */
  account: LedgerRole;
  /**
   * Whether the provider makes refunds at our request, or only on its own pages, where a person has
   * to do it.
   */
  refundedBy: "REQUEST" | "PROVIDER_PAGES";
};

const montonio = {
  id: "MONTONIO",
  key: "montonio",
  name: "Montonio",
  fields: [
    /** In the sandbox no money is moved. */
    { name: "sandbox", kind: "switch", initial: true, label: "sandbox" },
    { name: "accessKey", kind: "text", maxLength: 100, label: "accessKey", wrong: "key" },
    { name: "secretKey", kind: "secret", minLength: 10, maxLength: 200, label: "secretKey", wrong: "key" },
  ],
  returnParameters: ["order-token"],
  paidBy: "BANK_LINK",
  account: "UNDERWAY",
  refundedBy: "REQUEST",
} as const satisfies PaymentProviderDescription;

const paysera = {
  id: "PAYSERA",
  key: "paysera",
  name: "Paysera",
  fields: [
    { name: "sandbox", kind: "switch", initial: true, label: "payseraSandbox" },
    {
      name: "projectId",
      kind: "text",
      maxLength: 11,
      digitsError: "must be the number of a project",
      label: "projectId",
      wrong: "project",
    },
    /**
     * Paysera assigns a password of 32 characters to each project. A shorter one could be guessed,
     * because it signs URLs with MD5.
     */
    {
      name: "password",
      kind: "secret",
      minLength: 32,
      maxLength: 32,
      label: "password",
      wrong: "password",
      hint: true,
    },
  ],
  returnParameters: ["data", "ss1", "ss2", "ss3"],
  paidBy: "BANK_LINK",
  account: "UNDERWAY",
  refundedBy: "PROVIDER_PAGES",
} as const satisfies PaymentProviderDescription;

const stripe = {
  id: "STRIPE",
  key: "stripe",
  name: "Stripe",
  fields: [
    /** The secret key decides whether Stripe runs in test or live mode. */
    { name: "secretKey", kind: "secret", minLength: 10, maxLength: 200, label: "stripeKey", wrong: "key", hint: true },
    {
      name: "webhookSecret",
      kind: "secret",
      minLength: 10,
      maxLength: 200,
      label: "webhookSecret",
      wrong: "key",
      hint: true,
    },
  ],
  returnParameters: [],
  paidBy: "CARD",
  account: "UNDERWAY",
  refundedBy: "REQUEST",
} as const satisfies PaymentProviderDescription;

/**
 * The payment providers, in the order in which buyers see them. Enums, settings, forms, accounts
 * and routes are derived from this list: see "Adding a payment provider" in docs/rules/payments.md.
 */
export const paymentProviders = [montonio, paysera, stripe] as const;

export type DescribedProvider = (typeof paymentProviders)[number];
type Id = DescribedProvider["id"];

/** Returns a record with one entry for each provider, built from the provider's description. */
export const recordOfProviders = <Key extends string, Value>(
  entryOf: (provider: DescribedProvider) => readonly [Key, Value],
): Record<Key, Value> => Object.fromEntries(paymentProviders.map(entryOf)) as Record<Key, Value>;

/** Returns a record with a value for each provider, by its id. */
export const byProvider = <Value>(valueFor: (provider: DescribedProvider) => Value): Record<Id, Value> =>
  recordOfProviders((provider) => [provider.id, valueFor(provider)]);

/** The descriptions by id. */
export const providerById = byProvider((provider) => provider);

/**
 * Whether a payment method, or the kind of a payment, redirects the payer to another page: that of
 * a provider or of the demo bank.
 */
export const isPaidOnline = (method: string): boolean =>
  method === "DEMO_BANK" || paymentProviders.some(({ id }) => id === method);

/** Returns the name under which settings tell whether a secret is stored: `hasSecretKey`. */
export const storedFlagOf = (secret: string): string => `has${secret.charAt(0).toUpperCase()}${secret.slice(1)}`;

/** Returns the path to which a provider sends its notifications. */
export const notificationPath = <Key extends string>({ key }: { key: Key }) => `/v1/payments/${key}` as const;
