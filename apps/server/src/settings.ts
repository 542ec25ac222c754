import { isIP } from "node:net";
import { join } from "node:path";
import type { ProviderUrls } from "@uola/commerce";
import { byProvider, recordOfProviders } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { MediaSettings } from "@uola/data";
import type { CaptchaSettings } from "@uola/members";
import { readDsn, type Sentry, type SmsGateway } from "@uola/messaging";
import { z } from "zod";
import { readProxies, type TrustedProxies } from "./proxies.ts";

export const parts = ["site", "platform", "identity"] as const;
export type Part = (typeof parts)[number];

export type Settings = {
  ports: Record<Part, number>;
  /** Public origins as used by browsers; undefined means localhost with the port in use. */
  urls: Record<Part, string | undefined>;
  /** The address to listen on; undefined means that only this machine can connect. */
  listenAddress: string | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: TrustedProxies;
  /** The URL of the database; undefined means the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /**
   * Whether the server contains demo data with published passwords. If so, all parts listen on this
   * machine only.
   */
  demo: boolean;
  ownerApiKey: string | undefined;
  clientId: string | undefined;
  identityClientId: string | undefined;
  /**
   * Encrypts the identity provider's keys in the database; undefined means a secret stored in
   * `dataDir`. All processes that use the same database must have the same secret.
   */
  identitySecret: string | undefined;
  smtpUrl: string | undefined;
  /** The SMS gateway; if undefined, text messages are logged with masked phone numbers. */
  smsGateway: SmsGateway | undefined;
  /** An additional destination for error reports, in addition to the admin site; undefined means none. */
  sentry: Sentry | undefined;
  /**
   * Whether this process runs the background tasks or leaves them to other processes on the same
   * database.
   */
  backgroundWork: boolean;
  logLevel: string;
  /** SQL statements that take at least this many milliseconds are logged; undefined means none. */
  slowStatementMs: number | undefined;
  /**
   * Whether webhooks and external databases may use private addresses. If so, external databases
   * may also be used without TLS.
   */
  toPrivateAddresses: boolean;
  /** Whether the owner and trainers must have a second factor. */
  secondFactorRequired: boolean;
  /** Where the files of the media library are stored, and their limits. */
  media: MediaSettings;
  /** URLs to call instead of the payment providers' own URLs. */
  providerUrls: ProviderUrls;
  /** The captcha settings; undefined means the built-in proof of work. */
  captcha: CaptchaSettings | undefined;
  /** Rate limits per network or per account; undefined means the default of the package. */
  limits: {
    signInsPerMinute: number | undefined;
    registrationsPerMinute: number | undefined;
    /** The number of wrong passwords that are allowed before each further one causes a lockout. */
    guessesPerAccount: number | undefined;
    guessesPerNetwork: number | undefined;
  };
};

/** An error that lists all invalid settings, one line per variable. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

const port = (normal: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .default(String(normal))
    .transform(Number)
    .refine((value) => value <= 65_535, "must be a port number, at most 65535");

const origin = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://uola.lt", abort: true })
  .refine((value) => ["", "/"].includes(value.replace(/^https?:\/\/[^/?#]+/, "")), "must be an origin, without a path")
  .transform((value) => new URL(value).origin)
  .optional();

const proxies = z
  .string()
  .transform((text, context) => {
    try {
      return readProxies(text);
    } catch {
      context.addIssue("must be a number of proxies, or addresses such as loopback or 10.0.0.0/8, with commas between");
      return z.NEVER;
    }
  })
  .optional();

const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` }).optional();

/** The URL of a payment provider's API. Secret keys are sent there. */
const providerAddress = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://pay.example/api", abort: true })
  .refine((value) => value.startsWith("https:") || isLoopback(value), "must begin with https://, for keys travel there")
  .transform((value) => value.replace(/\/+$/, ""))
  .optional();

const amount = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1 to 9999999")
  .transform(Number)
  .optional();

/** A setting in megabytes, converted to bytes. */
const megabytes = amount.transform((value) => value && value * 1024 ** 2);
/** A file size of at most the upload size that the contract allows. */
const fileSize = amount
  .refine((value = 0) => value <= 2048, "must be at most 2048")
  .transform((value) => value && value * 1024 ** 2);
const s3Key = z.string().max(200, "must have at most 200 characters").optional();

const recaptchaKey = z.string().max(200, "must have at most 200 characters").optional();

const yes = ["on", "true", "yes", "1"];
const no = ["off", "false", "no", "0"];
const sentryDsn = z
  .string()
  .transform((text, context) => {
    const sentry = readDsn(text);
    if (sentry) return sentry;
    context.addIssue("must be an address such as https://key@sentry.example/1");
    return z.NEVER;
  })
  .optional();

const onOff = z.enum([...yes, ...no], "must be on or off").transform((value) => yes.includes(value));

const Environment = z.object({
  SITE_PORT: port(3000),
  PLATFORM_PORT: port(3001),
  IDENTITY_PORT: port(3002),
  SITE_URL: origin,
  PLATFORM_URL: origin,
  IDENTITY_URL: origin,
  LISTEN_ADDRESS: z
    .string()
    .refine((text) => isIP(text) > 0, "must be an address of this machine; 0.0.0.0 or :: is all of them")
    .optional(),
  TRUSTED_PROXIES: proxies,
  DATABASE_URL: address(/^postgres(ql)?$/, "postgresql://user:password@host/database"),
  DATA_DIR: z.string().default(".data"),
  UOLA_DEMO: onOff.optional(),
  OWNER_API_KEY: z.string().min(24, "must have at least 24 characters; it opens everything").optional(),
  CLIENT_ID: z.uuid("must be a UUID").optional(),
  IDENTITY_CLIENT_ID: z.string().max(100).optional(),
  IDENTITY_SECRET: z.string().min(24, "must have at least 24 characters").optional(),
  SMTP_URL: address(/^smtps?$/, "smtp://user:password@host:587"),
  SMS_GATEWAY_URL: origin,
  SMS_GATEWAY_SID: z
    .string()
    .regex(/^AC[0-9a-zA-Z]{32}$/, "must be AC and 32 letters and digits")
    .optional(),
  SENTRY_DSN: sentryDsn,
  SMS_GATEWAY_TOKEN: z.string().max(200, "must have at most 200 characters").optional(),
  SMS_GATEWAY_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      "must be a number such as +37060000014, a name of at most 11 letters and digits, or the SID of a messaging service",
    )
    .optional(),
  BACKGROUND_WORK: onOff.default(true),
  TO_PRIVATE_ADDRESSES: onOff.default(false),
  SECOND_FACTOR_REQUIRED: onOff.optional(),
  MEDIA_S3_ENDPOINT: origin,
  MEDIA_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  MEDIA_S3_REGION: s3Key,
  MEDIA_S3_ACCESS_KEY: s3Key,
  MEDIA_S3_SECRET_KEY: s3Key,
  MEDIA_IMAGE_MB: fileSize,
  MEDIA_DOCUMENT_MB: fileSize,
  MEDIA_AUDIO_MB: fileSize,
  MEDIA_VIDEO_MB: fileSize,
  MEDIA_MEGAPIXELS: amount,
  MEDIA_QUOTA_MB: megabytes,
  RECAPTCHA_VISIBLE_SITE_KEY: recaptchaKey,
  RECAPTCHA_VISIBLE_SECRET: recaptchaKey,
  RECAPTCHA_INVISIBLE_SITE_KEY: recaptchaKey,
  RECAPTCHA_INVISIBLE_SECRET: recaptchaKey,
  RECAPTCHA_URL: address(/^https?$/, "https://www.google.com/recaptcha/api/siteverify"),
  ...recordOfProviders(({ id }) => [`${id}_URL`, providerAddress]),
  SIGN_INS_PER_MINUTE: amount,
  REGISTRATIONS_PER_MINUTE: amount,
  GUESSES_PER_ACCOUNT: amount,
  GUESSES_PER_NETWORK: amount,
  SLOW_STATEMENT_MS: amount,
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
});

const loopbackHosts = /^(localhost|127(\.\d+){3}|\[::1\]|::1|.+\.localhost)$/;
export const isLoopback = (url: string) => {
  const { hostname, searchParams } = new URL(url);
  // The query of a PostgreSQL URL may specify a socket folder or another host.
  const host = searchParams.get("host") ?? hostname;
  return host.startsWith("/") || loopbackHosts.test(host);
};

/** Whether a database URL specifies how connections are encrypted. */
const hasSslMode = (url: string) =>
  /^(disable|no-verify|require|verify-ca|verify-full)$/.test(new URL(url).searchParams.get("sslmode") ?? "");

/**
 * Reads the settings from the environment; an empty variable counts as not set. Throws
 * `SettingsError`.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const variables = Object.entries(environment).filter(([, value]) => value?.trim());
  const { success, data, error } = Environment.safeParse(Object.fromEntries(variables));
  if (!success)
    throw new SettingsError(error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`).join("\n"));
  const ports = { site: data.SITE_PORT, platform: data.PLATFORM_PORT, identity: data.IDENTITY_PORT };
  const urls = { site: data.SITE_URL, platform: data.PLATFORM_URL, identity: data.IDENTITY_URL };
  const problems = [
    ...mustDiffer("The ports", "SITE_PORT, PLATFORM_PORT and IDENTITY_PORT", Object.values(ports)),
    ...mustDiffer("The addresses", "SITE_URL, PLATFORM_URL and IDENTITY_URL", Object.values(urls)),
  ];
  const outside = Object.entries(urls).filter(([, url]) => url && !isLoopback(url));
  const farDatabase = data.DATABASE_URL !== undefined && !isLoopback(data.DATABASE_URL);
  if (data.UOLA_DEMO && (outside.length > 0 || farDatabase)) {
    const why = outside.map(([part, url]) => `${part.toUpperCase()}_URL is ${url}`);
    if (farDatabase) why.push("DATABASE_URL is on another machine");
    problems.push(
      `UOLA_DEMO is on, but ${why.join(" and ")}: demo accounts have passwords that everybody knows, so they exist on this machine only. Take UOLA_DEMO away.`,
    );
  }
  if (farDatabase && !hasSslMode(required(data.DATABASE_URL, "DATABASE_URL"))) {
    problems.push(
      "DATABASE_URL leads to another machine and does not say whether it is encrypted. Add ?sslmode=verify-full, or ?sslmode=disable where the way there is safe by itself.",
    );
  }
  const listensWide = data.LISTEN_ADDRESS !== undefined && !isLoopback(`http://${bracketed(data.LISTEN_ADDRESS)}`);
  if (data.UOLA_DEMO && listensWide) {
    problems.push("UOLA_DEMO is on, but LISTEN_ADDRESS lets other machines in. Take one of them away.");
  }
  for (const [part, url] of outside) {
    if (url?.startsWith("http:")) {
      problems.push(`${part.toUpperCase()}_URL must begin with https://: passwords and tokens travel there.`);
    }
  }
  const isBehindProxy = Object.values(urls).some((url) => url?.startsWith("https:"));
  if (isBehindProxy && listensWide && !data.TRUSTED_PROXIES) {
    problems.push(
      "TRUSTED_PROXIES must say who stands before LISTEN_ADDRESS: otherwise all visitors are one network, or anybody says where they come from.",
    );
  }
  const missing = recaptchaNames.filter((name) => !data[name]);
  if (missing.length > 0 && (missing.length < recaptchaNames.length || data.RECAPTCHA_URL)) {
    problems.push(`reCAPTCHA needs both of its keys, each with its secret; missing: ${missing.join(", ")}.`);
  }
  const noGateway = smsNames.filter((name) => !data[name]);
  if (noGateway.length > 0 && (noGateway.length < smsNames.length || data.SMS_GATEWAY_URL)) {
    problems.push(`Text messages need a gateway's account, token and sender; missing: ${noGateway.join(", ")}.`);
  }
  if (data.SMS_GATEWAY_URL?.startsWith("http:") && !isLoopback(data.SMS_GATEWAY_URL)) {
    problems.push("SMS_GATEWAY_URL must begin with https://, for the token travels there.");
  }
  if (data.SENTRY_DSN?.url.startsWith("http:") && !isLoopback(data.SENTRY_DSN.url)) {
    problems.push("SENTRY_DSN must begin with https://, for its key travels there.");
  }
  const noBucket = s3Names.filter((name) => !data[name]);
  if (noBucket.length > 0 && noBucket.length < s3Names.length) {
    problems.push(`Files in S3 need its address, bucket, region and keys; missing: ${noBucket.join(", ")}.`);
  }
  if (data.MEDIA_S3_ENDPOINT?.startsWith("http:") && !isLoopback(data.MEDIA_S3_ENDPOINT)) {
    problems.push("MEDIA_S3_ENDPOINT must begin with https://, for files travel there.");
  }
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  const demo = data.UOLA_DEMO ?? (data.DATABASE_URL === undefined && outside.length === 0 && !listensWide);
  return {
    ports,
    urls,
    listenAddress: data.LISTEN_ADDRESS,
    // An https URL usually means that a proxy on this machine terminates TLS; without TLS there is
    // no proxy.
    trustedProxies: data.TRUSTED_PROXIES ?? (isBehindProxy ? readProxies("loopback") : { count: 0 }),
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    demo,
    ownerApiKey: data.OWNER_API_KEY,
    clientId: data.CLIENT_ID,
    identityClientId: data.IDENTITY_CLIENT_ID,
    identitySecret: data.IDENTITY_SECRET,
    smtpUrl: data.SMTP_URL,
    smsGateway: smsGatewayOf(data),
    sentry: data.SENTRY_DSN,
    backgroundWork: data.BACKGROUND_WORK,
    logLevel: data.LOG_LEVEL ?? (demo ? "warn" : "info"),
    slowStatementMs: data.SLOW_STATEMENT_MS,
    toPrivateAddresses: data.TO_PRIVATE_ADDRESSES,
    // The passwords of the demo accounts are public anyway, and they have no authenticator app.
    secondFactorRequired: data.SECOND_FACTOR_REQUIRED ?? !demo,
    media: mediaOf(data),
    providerUrls: byProvider(({ id }) => data[`${id}_URL`]),
    captcha: captchaOf(data),
    limits: {
      signInsPerMinute: data.SIGN_INS_PER_MINUTE,
      registrationsPerMinute: data.REGISTRATIONS_PER_MINUTE,
      guessesPerAccount: data.GUESSES_PER_ACCOUNT,
      guessesPerNetwork: data.GUESSES_PER_NETWORK,
    },
  };
}

const recaptchaNames = [
  "RECAPTCHA_VISIBLE_SITE_KEY",
  "RECAPTCHA_VISIBLE_SECRET",
  "RECAPTCHA_INVISIBLE_SITE_KEY",
  "RECAPTCHA_INVISIBLE_SECRET",
] as const;

function captchaOf(data: z.infer<typeof Environment>): CaptchaSettings | undefined {
  const [visibleKey, visibleSecret, invisibleKey, invisibleSecret] = recaptchaNames.map((name) => data[name]);
  if (!visibleKey || !visibleSecret || !invisibleKey || !invisibleSecret) return undefined;
  return {
    provider: "RECAPTCHA",
    visible: { siteKey: visibleKey, secret: visibleSecret },
    invisible: { siteKey: invisibleKey, secret: invisibleSecret },
    ...(data.RECAPTCHA_URL && { verifyUrl: data.RECAPTCHA_URL }),
  };
}

const s3Names = [
  "MEDIA_S3_ENDPOINT",
  "MEDIA_S3_BUCKET",
  "MEDIA_S3_REGION",
  "MEDIA_S3_ACCESS_KEY",
  "MEDIA_S3_SECRET_KEY",
] as const;

function mediaOf(data: z.infer<typeof Environment>): MediaSettings {
  const [endpoint, bucket, region, accessKey, secretKey] = s3Names.map((name) => data[name]);
  const s3 = endpoint && bucket && region && accessKey && secretKey;
  const sizeMax = withoutUndefined({
    IMAGE: data.MEDIA_IMAGE_MB,
    DOCUMENT: data.MEDIA_DOCUMENT_MB,
    AUDIO: data.MEDIA_AUDIO_MB,
    VIDEO: data.MEDIA_VIDEO_MB,
  });
  const pixelsMax = data.MEDIA_MEGAPIXELS && data.MEDIA_MEGAPIXELS * 1_000_000;
  return {
    folder: join(data.DATA_DIR, "media"),
    ...(s3 && { s3: { endpoint, bucket, region, accessKey, secretKey } }),
    limits: { ...withoutUndefined({ pixelsMax, quota: data.MEDIA_QUOTA_MB }), sizeMax },
  };
}

const withoutUndefined = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const smsNames = ["SMS_GATEWAY_SID", "SMS_GATEWAY_TOKEN", "SMS_GATEWAY_FROM"] as const;

function smsGatewayOf(data: z.infer<typeof Environment>): SmsGateway | undefined {
  const [accountSid, token, from] = smsNames.map((name) => data[name]);
  if (!accountSid || !token || !from) return undefined;
  return { url: data.SMS_GATEWAY_URL ?? "https://api.twilio.com", accountSid, token, from };
}

const bracketed = (address: string) => (isIP(address) === 6 ? `[${address}]` : address);

/** Port 0 means any free port, so several parts may use it. */
function mustDiffer(what: string, names: string, values: (string | number | undefined)[]): string[] {
  const set = values.filter((value) => value);
  return new Set(set).size === set.length ? [] : [`${what} ${names} must differ from each other.`];
}
