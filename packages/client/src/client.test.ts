import { describe, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { PlatformError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { queryOf, requestOf } from "./request.ts";
import { cookieName, cookieStorage, memoryStorage, readCookie } from "./storage.ts";
import { type PreparedResponse, platform } from "./testing.ts";
import { createTokenStore } from "./token-store.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const business = {
  name: "Uola",
  address: "",
  phone: "",
  email: "",
  timeZone: "Europe/Vilnius",
  currency: "EUR",
  openingHours: [],
  specialHours: [],
  prices: [],
  demo: true,
};
const failure = async (...answers: (PreparedResponse | Error)[]) =>
  createClient(platform(...answers))
    .business.get()
    .catch((error: unknown) => error as PlatformError);

describe("client calls", () => {
  test("fills in the path, sends the remaining fields and puts the name of the call into the gateway header", async () => {
    const { fetch, url, requests } = platform({
      body: { attendance: { id, status: "ATTENDED", numberOfAttendees: 1 } },
    });
    const client = createClient({ url: `${url}/`, fetch, tokens: "the-key" });
    await client.bookings.setAttendance({ bookingId: id, status: "ATTENDED" }, { idempotencyKey: "k" });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: `/v2/bookings/${id}/attendance`,
      token: "the-key",
      body: { status: "ATTENDED" },
    });
    expect(requests[0]?.headers.get("idempotency-key")).toBe("k");
    expect(requests[0]?.headers.get("x-wix-bi-gateway")).toBe(
      "environment=js-sdk,package-name=@uola/client,method-fqn=uola.bookings.setAttendance,entity=uola.bookings",
    );
  });

  test("sends dates as strings, returns them as Date and drops unknown fields", async () => {
    const session = {
      id,
      serviceId: id,
      scheduleId: id,
      title: "",
      startDate: "2026-09-01T10:00:00Z",
      endDate: "2026-09-01T11:00:00.000Z",
      status: "CONFIRMED",
      totalSpots: 1,
      openSpots: 1,
      bookable: true,
      staff: [],
    };
    const { fetch, url, requests } = platform({ body: { sessions: [session] } });
    const from = new Date("2026-09-01T00:00:00Z");
    const { sessions } = await createClient({ url, fetch }).availability.sessions({ from, to: from });
    expect(requests[0]?.body).toEqual({ from: "2026-09-01T00:00:00.000Z", to: "2026-09-01T00:00:00.000Z" });
    expect(sessions[0]?.startDate).toEqual(new Date("2026-09-01T10:00:00Z"));
  });

  test("serializes a query with dotted names and repeated lists, and encodes lists of objects as a whole", () => {
    const when = new Date("2026-09-01T00:00:00Z");
    const message = {
      paging: { limit: 2, offset: null },
      fields: ["a", "ą b"],
      when,
      none: undefined,
      deep: { er: { x: true } },
    };
    expect(queryOf(message)).toBe(
      "paging.limit=2&fields=a&fields=%C4%85+b&when=2026-09-01T00%3A00%3A00.000Z&deep.er.x=true",
    );
    const whole = queryOf({ sort: [{ fieldName: "ą" }] });
    expect(whole).toMatch(/^\.r=[\w-]+$/);
    expect(JSON.parse(Buffer.from(whole.slice(3), "base64url").toString())).toEqual({ sort: [{ fieldName: "ą" }] });
  });

  describe("a GET request", () => {
    const { logout } = operations.authentication as Record<string, Operation>;
    const { get } = operations.items as Record<string, Operation>;
    // `clientId=` takes nine characters.
    const input = (queryLength: number) => ({ clientId: "x".repeat(queryLength - 9) });

    test.each([3999, 4000])("a request with a query of %i characters stays a GET", (length) => {
      const { url, init } = requestOf("", logout as Operation, input(length));
      expect(init).toEqual({ method: "GET" });
      expect(url.split("?")[1]).toHaveLength(length);
    });

    test("a GET with a query of 4001 characters becomes a POST with the input as JSON", () => {
      const { url, init } = requestOf("", logout as Operation, input(4001));
      expect({ url, method: init.method }).toEqual({ url: "/v1/logout", method: "POST" });
      expect(JSON.parse(String(init.body))).toEqual(input(4001));
    });

    test("an operation without a POST variant stays a GET, however long its query", () => {
      const fields = Array.from({ length: 500 }, (_, i) => `field${i}`);
      const { url, init } = requestOf("", get as Operation, { dataItemId: "truncate", fields });
      expect(init).toEqual({ method: "GET" });
      expect(url).toMatch(/^\/v2\/items\/truncate\?fields=/);
    });
  });

  test("a timeout is a system error; an aborted call rejects with the abort reason", async () => {
    const fetch = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    const client = createClient({ url: "http://platform.test", fetch, timeoutMs: 20 });
    const error = await client.business.get().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "system", status: 0, message: "System error occurred" });
    const controller = new AbortController();
    const given = client.business.get({}, { signal: controller.signal, timeoutMs: 10_000 });
    controller.abort(new Error("left the page"));
    await expect(given).rejects.toThrow("left the page");
  });
});

test("logs the required Node.js version in a runtime without fetch", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", undefined);
  createClient({ url: "http://platform.test" });
  expect(log.mock.calls).toEqual([["Node.js v18+ is required"]]);
  vi.unstubAllGlobals();
  createClient({ url: "http://platform.test" });
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

describe("client errors", () => {
  test("a validation error sorts violations by field and omits prefixes of more specific paths", async () => {
    const violation = (field: string) => ({ field, description: `must ${field}`, violatedRule: "OTHER", data: {} });
    const fieldViolations = ["query.sort", "booking.contact.email", "booking.contact", "a"].map(violation);
    const error = await failure({
      status: 400,
      body: { message: "m", details: { validationError: { fieldViolations } } },
    });
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ kind: "validation", status: 400 });
    expect((error as PlatformError).fieldViolations.map(({ field }) => field)).toEqual([
      "a",
      "booking.contact.email",
      "query.sort",
    ]);
    expect((error as PlatformError).message).toBe(
      'INVALID_ARGUMENT: "a" must a, "booking.contact.email" must booking.contact.email, "query.sort" must query.sort',
    );
  });

  test("an application error has code, description and data", async () => {
    const applicationError = { code: "FULL", description: "It is full.", data: { left: 0 } };
    const error = await failure({
      status: 409,
      body: { message: "m", details: { applicationError } },
      headers: { "x-wix-request-id": "r1" },
    });
    expect(error).toMatchObject({
      kind: "application",
      status: 409,
      code: "FULL",
      message: "It is full.",
      data: { left: 0 },
      requestId: "r1",
    });
  });

  test("any other 4xx response gets a code derived from its status", async () => {
    expect(await failure({ status: 418, statusText: "I'm a Teapot", body: "<html>" })).toMatchObject({
      kind: "application",
      code: "I_M_A_TEAPOT",
    });
    expect(await failure({ status: 409, body: { message: "m" } })).toMatchObject({ code: "HTTP_409", message: "m" });
  });

  test("any other failure is a system error, with the request id if there is one", async () => {
    const headers = { "x-wix-request-id": "r1" };
    const named = { kind: "system", message: "System error occurred, request-id: r1" };
    expect(await failure({ status: 500, body: "oops", headers })).toMatchObject({ ...named, status: 500 });
    const applicationError = { code: "UNAVAILABLE", description: "d" };
    const busy = { status: 503, body: { message: "m", details: { applicationError } }, headers };
    expect(await failure(busy)).toMatchObject({ ...named, status: 503, code: "UNAVAILABLE" });
    expect(await failure({ status: 201 })).toMatchObject({ kind: "system", status: 201 });
    expect(await failure({ body: "not json" })).toMatchObject({ kind: "system" });
    expect(await failure({ body: ["no object"] })).toMatchObject({ kind: "system" });
    const { fetch, url } = platform({ body: { sessions: [{ startDate: "yesterday" }] } });
    const requests = createClient({ url, fetch }).availability.sessions({ from: new Date(), to: new Date() });
    await expect(requests).rejects.toMatchObject({ kind: "system" });
    const lost = new TypeError("fetch failed");
    expect(await failure(lost)).toMatchObject({
      kind: "system",
      status: 0,
      message: "System error occurred",
      cause: lost,
    });
  });
});

describe("client tokens", () => {
  const granted = (name: string, expires_in = 14_400): PreparedResponse => ({
    body: { access_token: `${name}-access`, refresh_token: `${name}-refresh`, expires_in, token_type: "Bearer" },
  });
  const refusedGrant: PreparedResponse = {
    status: 400,
    body: { message: "m", details: { applicationError: { code: "INVALID_GRANT", description: "m" } } },
  };
  function store(answers: (PreparedResponse | Error)[], stored?: { value: string; role: "visitor" | "member" }) {
    const clock = { now: new Date("2026-09-01T00:00:00Z") };
    const storage = memoryStorage(stored);
    const { requests, ...rest } = platform(...answers);
    const tokens = createTokenStore({ ...rest, clientId: id, storage, now: () => clock.now });
    const later = (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    };
    return { tokens, storage, requests, later };
  }

  test("fetches visitor tokens if there are none, with a single request for concurrent callers", async () => {
    const { tokens, storage, requests } = store([granted("v")]);
    expect(await Promise.all([tokens.access(), tokens.access(), tokens.access()])).toEqual(Array(3).fill("v-access"));
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      path: "/oauth2/token",
      token: null,
      body: { clientId: id, grantType: "anonymous" },
    });
    expect(storage.read()).toEqual({ value: "v-refresh", role: "visitor" });
    expect(tokens.isLoggedIn()).toBe(false);
  });

  test("tokens are renewed a minute before they expire, once, with the same refresh token and role", async () => {
    const same = (name: string): PreparedResponse => {
      const { body } = granted(name, 100);
      return { body: { ...(body as object), refresh_token: "stored-refresh" } };
    };
    const { tokens, storage, requests, later } = store([same("a"), same("b")], {
      value: "stored-refresh",
      role: "member",
    });
    expect(await tokens.access()).toBe("a-access");
    later(39);
    expect(await tokens.access()).toBe("a-access");
    later(1);
    expect(await Promise.all([tokens.access(), tokens.access()])).toEqual(["b-access", "b-access"]);
    expect(requests.map(({ body }) => body)).toEqual(
      Array(2).fill({ grantType: "refresh_token", refreshToken: "stored-refresh", clientId: id }),
    );
    expect(storage.read()).toEqual({ value: "stored-refresh", role: "member" });
    expect(tokens.isLoggedIn()).toBe(true);
  });

  test("after a renewal returned a new refresh token, the next renewal uses it", async () => {
    const { tokens, storage, requests, later } = store([granted("a", 100), granted("b", 100)], {
      value: "stored-refresh",
      role: "member",
    });
    await tokens.access();
    expect(storage.read()).toEqual({ value: "a-refresh", role: "member" });
    later(100);
    expect(await tokens.access()).toBe("b-access");
    expect(requests.map(({ body }) => (body as { refreshToken: string }).refreshToken)).toEqual([
      "stored-refresh",
      "a-refresh",
    ]);
    expect(storage.read()).toEqual({ value: "b-refresh", role: "member" });
    expect(tokens.isLoggedIn()).toBe(true);
  });

  test("after a rejected token renewal, the client continues as a new visitor", async () => {
    const { tokens, storage, requests } = store([refusedGrant, granted("v")], { value: "ended", role: "member" });
    expect(await tokens.access()).toBe("v-access");
    expect(requests.map(({ body }) => (body as { grantType: string }).grantType)).toEqual([
      "refresh_token",
      "anonymous",
    ]);
    expect(storage.read()).toEqual({ value: "v-refresh", role: "visitor" });
  });

  test("if a renewal fails with a platform error, the call continues as a visitor and the member stays signed in", async () => {
    for (const broken of [new TypeError("fetch failed"), { status: 503, body: "" }]) {
      const stored = { value: "stored-refresh", role: "member" } as const;
      const { tokens, storage } = store([broken, granted("v")], stored);
      expect(await tokens.access()).toBe("v-access");
      expect(storage.read()).toEqual(stored);
    }
  });

  test("a request for a token fails if no token can be obtained, and the next one tries again", async () => {
    const { tokens } = store([{ status: 500, body: "" }, granted("v")]);
    await expect(tokens.access()).rejects.toMatchObject({
      kind: "system",
      message: "something went wrong",
      status: 500,
    });
    expect(await tokens.access()).toBe("v-access");
  });

  test("a sign-in replaces the tokens, even during a renewal; signing out clears them", async () => {
    const { tokens, storage } = store([granted("slow"), granted("m"), granted("next")]);
    const slow = tokens.access();
    await tokens.signIn({ grantType: "authorization_code", code: "c", codeVerifier: "v" });
    expect(await slow).toBe("slow-access");
    expect(await tokens.access()).toBe("m-access");
    expect(storage.read()).toEqual({ value: "m-refresh", role: "member" });
    expect(tokens.current()).toEqual({
      accessToken: { value: "m-access", expiresAt: expect.any(Number) },
      refreshToken: { value: "m-refresh", role: "member" },
    });
    tokens.clear();
    expect(storage.read()).toEqual({});
    expect(tokens.current()).toEqual({
      accessToken: { value: "", expiresAt: 0 },
      refreshToken: { value: "", role: "none" },
    });
    expect(tokens.isLoggedIn()).toBe(false);
    expect(await tokens.access()).toBe("next-access");
  });

  test("retries a call rejected with 401 only once, with a new token", async () => {
    const unauthenticated: PreparedResponse = {
      status: 401,
      body: { message: "m", details: { applicationError: { code: "UNAUTHENTICATED", description: "m" } } },
    };
    const ended = platform(granted("a"), unauthenticated, granted("b"), { body: { business } });
    const tokens = createTokenStore({ ...ended, clientId: id });
    await createClient({ ...ended, tokens }).business.get();
    expect(ended.requests.map(({ path, token }) => [path, token])).toEqual([
      ["/oauth2/token", null],
      ["/v1/business", "a-access"],
      ["/oauth2/token", null],
      ["/v1/business", "b-access"],
    ]);
    const dead = platform(granted("a"), unauthenticated, granted("b"), unauthenticated);
    const client = createClient({ ...dead, tokens: createTokenStore({ ...dead, clientId: id }) });
    await expect(client.business.get()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(dead.requests).toHaveLength(4);
  });

  test("does not retry a call rejected for a wrong password, although its status is also 401", async () => {
    const code = "-19976";
    const wrong: PreparedResponse = {
      status: 401,
      body: { message: "m", details: { applicationError: { code, description: "m" } } },
    };
    const one = platform(granted("a"), wrong);
    const client = createClient({ ...one, tokens: createTokenStore({ ...one, clientId: id }) });
    const login = client.authentication.loginV2({ loginId: { email: "ona@example.lt" }, password: "p" });
    await expect(login).rejects.toMatchObject({ code });
    expect(one.requests.map(({ path }) => path)).toEqual(["/oauth2/token", "/v2/login"]);
  });

  test("sends a token to open operations too", async () => {
    const one = platform(granted("a"), { body: { redirectSession: { fullUrl: "u", urlDetails: { endpoint: "e" } } } });
    const client = createClient({ ...one, tokens: createTokenStore({ ...one, clientId: id }) });
    await client.tokens.createRedirectSession({ logout: { clientId: id } }).catch(() => {});
    expect(one.requests.at(-1)).toMatchObject({ path: "/v1/redirect-session", token: "a-access" });
  });
});

describe("the token cookie", () => {
  const cookie = (value: unknown) => `a=1; ${cookieName}=${encodeURIComponent(JSON.stringify(value))}; b=2`;

  test("reads the token cookie as JSON; a missing or malformed cookie counts as none", () => {
    expect(readCookie(cookie({ value: "v", role: "member" }))).toEqual({ value: "v", role: "member" });
    for (const cookies of [
      null,
      "",
      "a=1",
      `${cookieName}=`,
      `${cookieName}=%`,
      `${cookieName}={`,
      cookie(null),
      cookie({ value: 7 }),
    ]) {
      expect(readCookie(cookies)).toEqual({});
    }
    expect(readCookie(`x${cookie({ value: "v", role: "visitor" }).slice(5)}`)).toEqual({});
    expect(readCookie(cookie({ value: "v", role: "owner" }))).toEqual({});
  });

  test("writes the token cookie for every path of the site and deletes it with the token", () => {
    const written: string[] = [];
    vi.stubGlobal("location", { protocol: "https:" });
    vi.stubGlobal("document", {
      set cookie(text: string) {
        written.push(text);
      },
    });
    try {
      cookieStorage.write({ value: "v", role: "member" });
      cookieStorage.write(undefined);
    } finally {
      vi.unstubAllGlobals();
    }
    const [stored = "", removed = ""] = written.map((text) => text.split("; ").slice(1).join("; "));
    expect(stored).toBe("Path=/; SameSite=Lax; Max-Age=31536000; Secure");
    expect(removed).toBe("Path=/; SameSite=Lax; Max-Age=0; Secure");
  });
});
