import { describe, expect, test } from "vitest";
import { isLoopback, readSettings, SettingsError } from "./settings.ts";

test("without variables, the settings use default ports, the embedded database and the demo", () => {
  expect(readSettings({ PATH: "/bin" })).toEqual({
    ports: { site: 3000, platform: 3001, identity: 3002 },
    urls: { site: undefined, platform: undefined, identity: undefined },
    listenAddress: undefined,
    trustedProxies: { count: 0 },
    databaseUrl: undefined,
    dataDir: ".data",
    demo: true,
    ownerApiKey: undefined,
    clientId: undefined,
    identityClientId: undefined,
    identitySecret: undefined,
    smtpUrl: undefined,
    smsGateway: undefined,
    sentry: undefined,
    backgroundWork: true,
    logLevel: "warn",
    slowStatementMs: undefined,
    toPrivateAddresses: false,
    secondFactorRequired: false,
    media: { folder: ".data/media", limits: { sizeMax: {} } },
    providerUrls: {},
    captcha: undefined,
    limits: {
      signInsPerMinute: undefined,
      registrationsPerMinute: undefined,
      guessesPerAccount: undefined,
      guessesPerNetwork: undefined,
    },
  });
});

const near = "postgresql://uola:x@localhost/uola";

test.each([
  [{}, false],
  [{ SECOND_FACTOR_REQUIRED: "on" }, true],
  [{ DATABASE_URL: near }, true],
  [{ DATABASE_URL: near, SECOND_FACTOR_REQUIRED: "off" }, false],
])("whether owner and trainers need a second factor with %o: %s", (environment, required) => {
  expect(readSettings(environment).secondFactorRequired).toBe(required);
});

test("webhooks may call private addresses only if this is enabled, even in the demo", () => {
  expect(readSettings({ TO_PRIVATE_ADDRESSES: "on" }).toPrivateAddresses).toBe(true);
  expect(readSettings({ UOLA_DEMO: "on" }).toPrivateAddresses).toBe(false);
});

test("files are stored in a bucket if all bucket settings are present; sizes are given in megabytes", () => {
  const s3 = {
    MEDIA_S3_ENDPOINT: "https://s3.example.com",
    MEDIA_S3_BUCKET: "uola",
    MEDIA_S3_REGION: "eu-north-1",
    MEDIA_S3_ACCESS_KEY: "a",
    MEDIA_S3_SECRET_KEY: "s",
  };
  const limits = { MEDIA_VIDEO_MB: "200", MEDIA_QUOTA_MB: "1000", MEDIA_MEGAPIXELS: "50" };
  expect(readSettings({ ...s3, ...limits }).media).toEqual({
    folder: ".data/media",
    s3: { endpoint: "https://s3.example.com", bucket: "uola", region: "eu-north-1", accessKey: "a", secretKey: "s" },
    limits: { pixelsMax: 50_000_000, quota: 1_048_576_000, sizeMax: { VIDEO: 209_715_200 } },
  });
  expect(() => readSettings({ ...s3, MEDIA_S3_REGION: "" })).toThrow("missing: MEDIA_S3_REGION.");
  expect(() => readSettings({ ...s3, MEDIA_S3_ENDPOINT: "http://s3.example.com" })).toThrow("https://");
  expect(() => readSettings({ MEDIA_VIDEO_MB: "4000" })).toThrow("MEDIA_VIDEO_MB must be at most 2048.");
});

const recaptcha = {
  RECAPTCHA_VISIBLE_SITE_KEY: "v",
  RECAPTCHA_VISIBLE_SECRET: "vs",
  RECAPTCHA_INVISIBLE_SITE_KEY: "i",
  RECAPTCHA_INVISIBLE_SECRET: "is",
};

test("requires all reCAPTCHA settings or none", () => {
  const keys = {
    provider: "RECAPTCHA",
    visible: { siteKey: "v", secret: "vs" },
    invisible: { siteKey: "i", secret: "is" },
  };
  expect(readSettings(recaptcha).captcha).toEqual(keys);
  const verifyUrl = "http://localhost:9/verify";
  expect(readSettings({ ...recaptcha, RECAPTCHA_URL: verifyUrl }).captcha).toEqual({ ...keys, verifyUrl });
  for (const name of Object.keys(recaptcha)) {
    expect(() => readSettings({ ...recaptcha, [name]: "" })).toThrow(`missing: ${name}.`);
  }
  expect(() => readSettings({ RECAPTCHA_URL: verifyUrl })).toThrow("missing: RECAPTCHA_VISIBLE_SITE_KEY,");
});

test("accepts a Sentry DSN only with a key, and over https or on this machine", () => {
  const sentry = { url: "https://sentry.example/api/7/envelope/", key: "key" };
  expect(readSettings({ SENTRY_DSN: "https://key@sentry.example/7" }).sentry).toEqual(sentry);
  expect(readSettings({ SENTRY_DSN: "http://key@localhost:9/7" }).sentry?.key).toBe("key");
  expect(() => readSettings({ SENTRY_DSN: "http://key@sentry.example/7" })).toThrow("https://");
  expect(() => readSettings({ SENTRY_DSN: "https://sentry.example/7" })).toThrow("SENTRY_DSN must be");
});

test("accepts another URL for a payment provider only over https or on this machine", () => {
  expect(readSettings({}).providerUrls).toEqual({});
  const asked = { MONTONIO_URL: "https://pay.example/api/", PAYSERA_URL: "http://127.0.0.1:9", STRIPE_URL: "" };
  expect(readSettings(asked).providerUrls).toEqual({
    MONTONIO: "https://pay.example/api",
    PAYSERA: "http://127.0.0.1:9",
  });
  expect(() => readSettings({ STRIPE_URL: "http://stripe.example" })).toThrow("STRIPE_URL must begin with https://");
  expect(() => readSettings({ PAYSERA_URL: "paysera" })).toThrow("PAYSERA_URL must be an address");
});

const gateway = { SMS_GATEWAY_SID: `AC${"0".repeat(32)}`, SMS_GATEWAY_TOKEN: "t", SMS_GATEWAY_FROM: "Uola" };

test("requires either all settings of the SMS gateway or none, and an https URL", () => {
  const { SMS_GATEWAY_SID: accountSid, SMS_GATEWAY_TOKEN: token, SMS_GATEWAY_FROM: from } = gateway;
  const whole = { accountSid, token, from };
  expect(readSettings(gateway).smsGateway).toEqual({ url: "https://api.twilio.com", ...whole });
  const near = "http://localhost:9";
  expect(readSettings({ ...gateway, SMS_GATEWAY_URL: near }).smsGateway).toEqual({ url: near, ...whole });
  expect(() => readSettings({ ...gateway, SMS_GATEWAY_URL: "http://sms.example" })).toThrow("https://");
  for (const name of Object.keys(gateway)) {
    expect(() => readSettings({ ...gateway, [name]: "" })).toThrow(`missing: ${name}.`);
  }
  expect(() => readSettings({ SMS_GATEWAY_URL: near })).toThrow("missing: SMS_GATEWAY_SID,");
  for (const sender of ["+37060000014", `MG${"a".repeat(32)}`, "Uola 24"]) {
    expect(readSettings({ ...gateway, SMS_GATEWAY_FROM: sender }).smsGateway?.from).toBe(sender);
  }
  for (const sender of ["860000014", "A name that is long", "1234", "ą"]) {
    expect(() => readSettings({ ...gateway, SMS_GATEWAY_FROM: sender })).toThrow("SMS_GATEWAY_FROM must be");
  }
});

test("accepts only whole numbers above zero as limits", () => {
  const limits = { SIGN_INS_PER_MINUTE: "5", REGISTRATIONS_PER_MINUTE: "6", GUESSES_PER_ACCOUNT: "7" };
  expect(readSettings({ ...limits, GUESSES_PER_NETWORK: "8" }).limits).toEqual({
    signInsPerMinute: 5,
    registrationsPerMinute: 6,
    guessesPerAccount: 7,
    guessesPerNetwork: 8,
  });
  for (const value of ["0", "-1", "1.5", "many", "10000000"]) {
    expect(() => readSettings({ REGISTRATIONS_PER_MINUTE: value })).toThrow("REGISTRATIONS_PER_MINUTE must be");
  }
});

test("treats an empty variable as not set and removes a trailing slash from an origin", () => {
  const settings = readSettings({ SITE_PORT: "", DATABASE_URL: " ", SITE_URL: "https://uola.lt/" });
  expect(settings).toMatchObject({ ports: { site: 3000 }, databaseUrl: undefined, urls: { site: "https://uola.lt" } });
});

test("reports all invalid settings at once, each with the name of its variable", () => {
  const wrong = {
    SITE_PORT: "http",
    PLATFORM_PORT: "70000",
    SITE_URL: "uola.lt",
    PLATFORM_URL: "https://api.uola.lt/v1",
    DATABASE_URL: "mysql://localhost/uola",
    UOLA_DEMO: "maybe",
    OWNER_API_KEY: "short",
    CLIENT_ID: "7",
    IDENTITY_SECRET: "short",
    SMTP_URL: "mail.uola.lt",
    SMS_GATEWAY_SID: "AC1",
    SECOND_FACTOR_REQUIRED: "maybe",
    RECAPTCHA_URL: "google",
    SIGN_INS_PER_MINUTE: "none",
  };
  let message = "";
  try {
    readSettings(wrong);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    message = error instanceof Error ? error.message : "";
  }
  expect(message.split("\n").map((line) => line.split(" ")[0])).toEqual(Object.keys(wrong));
});

test.each([{ SITE_PORT: "3001" }, { IDENTITY_URL: "http://localhost:1", SITE_URL: "http://localhost:1/" }])(
  "rejects settings in which two parts have the same port or origin: %o",
  (environment) => {
    expect(() => readSettings(environment)).toThrow("must differ");
  },
);

test("accepts port 0 for several parts", () => {
  expect(readSettings({ SITE_PORT: "0", PLATFORM_PORT: "0", IDENTITY_PORT: "0" }).ports.site).toBe(0);
});

describe("demo setting", () => {
  const far = "postgresql://uola:x@db.example.com/uola";
  test.each([
    [{}, true],
    [{ UOLA_DEMO: "off" }, false],
    [{ SITE_URL: "http://localhost:8080" }, true],
    [{ SITE_URL: "https://uola.lt" }, false],
    [{ DATABASE_URL: near }, false],
    [{ DATABASE_URL: near, UOLA_DEMO: "on" }, true],
  ])("whether the settings %o turn the demo on: %s", (environment, demo) => {
    expect(readSettings(environment).demo).toBe(demo);
  });

  test.each([
    [{ SITE_URL: "https://uola.lt" }, "SITE_URL is https://uola.lt"],
    [{ PLATFORM_URL: "http://192.168.0.7:3001" }, "PLATFORM_URL is http://192.168.0.7:3001"],
    [{ DATABASE_URL: far }, "DATABASE_URL is on another machine"],
  ])("rejects a demo with %o", (environment, reason) => {
    expect(() => readSettings({ ...environment, UOLA_DEMO: "on" })).toThrow(reason);
  });
});

describe("a database on another machine", () => {
  const far = "postgresql://uola:x@db.example.com/uola";
  test.each([far, `${far}?sslmode=prefer`, `${far}?application_name=x`, "postgresql:///uola?host=db.example.com"])(
    "rejects a remote database URL without an sslmode: %s",
    (url) => expect(() => readSettings({ DATABASE_URL: url })).toThrow("?sslmode=verify-full"),
  );
  test.each([
    `${far}?sslmode=verify-full`,
    `${far}?sslmode=require`,
    `${far}?sslmode=disable`,
    near,
    "postgresql:///uola?host=/run/postgresql",
  ])("accepts the database URL %s", (url) => expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url));
});

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["http://uola.localhost", true],
  ["postgresql:///uola?host=/run/postgresql", true],
  ["postgresql://localhost/uola?host=db.example.com", false],
  ["http://localhost.example.com", false],
  ["http://127.0.0.1.example.com", false],
  ["http://0.0.0.0:3000", false],
])("recognizes whether %s is this machine: %s", (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});

describe("settings behind a proxy", () => {
  const far = { SITE_URL: "https://uola.lt", PLATFORM_URL: "https://api.uola.lt", IDENTITY_URL: "https://id.uola.lt" };

  test("listens on this machine only and trusts a local proxy that terminates TLS", () => {
    expect(readSettings({})).toMatchObject({ listenAddress: undefined, trustedProxies: { count: 0 } });
    const { listenAddress, trustedProxies } = readSettings(far);
    expect([listenAddress, trustedProxies]).toEqual([undefined, { addresses: ["127.0.0.0/8", "::1/128"] }]);
  });

  test("a public listener requires a list of trusted proxies and cannot serve the demo", () => {
    const wide = { ...far, LISTEN_ADDRESS: "0.0.0.0" };
    expect(() => readSettings(wide)).toThrow("TRUSTED_PROXIES must say");
    expect(readSettings({ ...wide, TRUSTED_PROXIES: "2" })).toMatchObject({
      listenAddress: "0.0.0.0",
      trustedProxies: { count: 2 },
    });
    expect(readSettings({ LISTEN_ADDRESS: "::" }).demo).toBe(false);
    expect(readSettings({ LISTEN_ADDRESS: "::1" }).demo).toBe(true);
    expect(() => readSettings({ LISTEN_ADDRESS: "::", UOLA_DEMO: "on" })).toThrow(
      "LISTEN_ADDRESS lets other machines in",
    );
    expect(() => readSettings({ LISTEN_ADDRESS: "everywhere" })).toThrow("LISTEN_ADDRESS must be");
    expect(() => readSettings({ TRUSTED_PROXIES: "10.0.0.0/64" })).toThrow("TRUSTED_PROXIES must be");
  });

  test.each(Object.keys(far))("%s may be a URL without https only on this machine", (name) => {
    expect(() => readSettings({ [name]: "http://uola.lt" })).toThrow(`${name} must begin with https://`);
    expect(readSettings({ [name]: "http://uola.localhost:8080" }).demo).toBe(true);
  });
});
