import { newId } from "@uola/database";
import { issueSecret } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callback, createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";
import { challenge, tokenCalls, verifier } from "./tokens.testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const { anonymous, grant } = tokenCalls(() => platform);

const state = "the-state";
const authRequest = (more: object = {}) => ({
  clientId: platform.clientId,
  responseType: "code",
  scope: "offline_access",
  state,
  responseMode: "fragment",
  redirectUri: callback,
  codeChallenge: challenge,
  codeChallengeMethod: "S256",
  ...more,
});
const sessionTokenOf = (memberId: string, more: { clientId?: string } = {}) =>
  issueSecret(
    platform.db,
    { siteId: platform.siteId, purpose: "session_token" },
    { memberId, ...more },
    new Date(platform.clock.now.getTime() + 600_000),
  );
const redirect = async (input: object, token?: string) =>
  platform.ask("/v1/redirect-session", {
    body: JSON.stringify(input),
    token: token ?? (await anonymous()).access_token,
  });
const visit = (url: string) => platform.ask(url.replace("http://localhost:3001", ""), { method: "GET" });
const addressOf = async (input: object) => (await redirect(input)).body.redirectSession.fullUrl as string;

test("exchanges a session token once for a code, in the fragment or in the query", async () => {
  for (const responseMode of ["fragment", "query"]) {
    const sessionToken = await sessionTokenOf(await platform.account());
    const url = await addressOf({ auth: { authRequest: authRequest({ sessionToken, responseMode }) } });
    const { status, headers } = await visit(url);
    expect(status).toBe(303);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const back = new URL(headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe(callback);
    const answer = responseMode === "query" ? back.searchParams : new URLSearchParams(back.hash.slice(1));
    expect(answer.get("state")).toBe(state);
    const input = { grantType: "authorization_code", clientId: platform.clientId, codeVerifier: verifier };
    const tokens = await grant({ ...input, code: answer.get("code"), redirectUri: callback });
    expect(tokens.status).toBe(200);
    expect((await visit(url)).headers.get("location")).toContain("error=login_required");
  }
});

test("a session token works only for its own client, and an attempt by another client invalidates it", async () => {
  const visitTwice = async (clientId: string) => {
    const sessionToken = await sessionTokenOf(await platform.account(), { clientId });
    const url = await addressOf({ auth: { authRequest: authRequest({ sessionToken }) } });
    return [(await visit(url)).headers.get("location"), (await visit(url)).headers.get("location")];
  };
  expect(await visitTwice(platform.clientId)).toEqual([
    expect.stringContaining("#code="),
    expect.stringContaining("error=login_required"),
  ]);
  expect(await visitTwice(newId())).toEqual(Array(2).fill(expect.stringContaining("error=login_required")));
});

test("a web_message response is sent only to the client's origins, and only they may frame the page", async () => {
  const sessionToken = await sessionTokenOf(await platform.account());
  const more = { sessionToken, responseMode: "web_message", redirectUri: undefined, state: "</script><b>" };
  const url = await addressOf({ auth: { authRequest: authRequest(more), prompt: "none" } });
  const { status, headers, text } = await visit(url);
  expect(status).toBe(200);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors http://localhost:3000");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(new RegExp(`script-src 'nonce-${/nonce="([^"]+)"/.exec(text)?.[1]}'`));
  expect(headers.get("x-frame-options")).toBeNull();
  expect(headers.get("cross-origin-opener-policy")).toBeNull();
  expect(text).toContain('of ["http://localhost:3000"]');
  expect(text.match(/<\/script>/g)).toHaveLength(1);
});

test("returns login_required immediately for a used or unknown session token", async () => {
  for (const prompt of ["none", undefined]) {
    const input = { auth: { authRequest: authRequest({ sessionToken: "unknown" }), ...(prompt && { prompt }) } };
    expect((await visit(await addressOf(input))).headers.get("location")).toMatch(
      /^http:\/\/localhost:3000\/callback\/#error=login_required&.*state=the-state/,
    );
  }
});

test("neither the call nor the page redirects to a URL that the client has not registered", async () => {
  for (const redirectUri of ["https://evil.example/", `${callback}?x=1`, "http://localhost:3000/callback", undefined]) {
    const input = { auth: { authRequest: authRequest({ redirectUri }) } };
    expect(await redirect(input)).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
  }
  const unknown = { auth: { authRequest: authRequest({ clientId: newId() }) } };
  expect(await redirect(unknown)).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
  const good = new URL(await addressOf({ auth: { authRequest: authRequest() } }));
  const changed = async (name: string, value: string) => {
    const url = new URL(good);
    url.searchParams.set(name, value);
    return visit(url.href);
  };
  expect(await changed("redirect_uri", "https://evil.example/")).toMatchObject(
    refusalResponse(400, "INVALID_REDIRECT_URI"),
  );
  expect(await changed("client_id", newId())).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
  expect(await changed("code_challenge_method", "plain")).toMatchObject(refusalResponse(400, "INVALID_ARGUMENT"));
  expect(await changed("state", "")).toMatchObject(refusalResponse(400, "INVALID_ARGUMENT"));
});

test("every kind of redirect session leads to a platform page, whose parameters cannot be overridden", async () => {
  const [resourceId, checkoutId, planId] = [newId(), newId(), newId()];
  const pages: [object, string][] = [
    [{ login: {} }, `http://localhost:3001/oauth2/login?client_id=${platform.clientId}`],
    [{ bookingsCheckout: {} }, "http://localhost:3000/booking/"],
    [{ bookingsBook: { resourceId } }, `http://localhost:3000/booking/?resource=${resourceId}`],
    [{ ecomCheckout: { checkoutId } }, `http://localhost:3000/order/?checkout=${checkoutId}`],
    [{ eventsCheckout: { eventSlug: "atidarymas" } }, "http://localhost:3000/booking/?service=atidarymas"],
    [{ paidPlansCheckout: { planId } }, `http://localhost:3000/prices/?plan=${planId}`],
    [{ storesProduct: { productSlug: "magnezija" } }, "http://localhost:3000/prices/?product=magnezija"],
  ];
  for (const [input, address] of pages) {
    const { fullUrl, shortUrl, urlDetails } = (await redirect(input)).body.redirectSession;
    expect(fullUrl.startsWith(address)).toBe(true);
    expect(shortUrl).toBe(fullUrl);
    const query = new URLSearchParams(urlDetails.searchParams).toString();
    expect(query ? `${urlDetails.endpoint}?${query}` : urlDetails.endpoint).toBe(fullUrl);
    const postFlowUrl = "https://evil.example/";
    expect(await redirect({ ...input, callbacks: { postFlowUrl } })).toMatchObject(
      refusalResponse(400, "INVALID_REDIRECT_URI"),
    );
  }
  const additionalQueryParameters = { plan: "another", lang: "en" };
  const more = { paidPlansCheckout: { planId }, preferences: { additionalQueryParameters } };
  const back = { callbacks: { postFlowUrl: "http://localhost:3000/thanks/" } };
  const address = new URL((await redirect({ ...more, ...back })).body.redirectSession.fullUrl);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    plan: planId,
    lang: "en",
    returnTo: "http://localhost:3000/thanks/",
  });
  const unknown = { bookingsCheckout: { slotAvailability: { slot: { serviceId: newId(), scheduleId: newId() } } } };
  expect(await redirect(unknown)).toMatchObject(refusalResponse(404, "SERVICE_NOT_FOUND"));
});

test("a checkout or reservation redirect carries a signed visitor token, unless maintainIdentity is false", async () => {
  const [checkoutId, reservationId] = [newId(), newId()];
  const kinds = [
    [{ ecomCheckout: { checkoutId } }, { checkout: checkoutId }],
    [
      { eventsCheckout: { eventSlug: "atidarymas", reservationId } },
      { event: "atidarymas", reservation: reservationId },
    ],
  ] as const;
  for (const [input, named] of kinds) {
    const { searchParams, endpoint } = (await redirect(input)).body.redirectSession.urlDetails;
    expect(endpoint).toBe("http://localhost:3000/order/");
    expect(searchParams).toEqual({ ...named, cart: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/) });
    const apart = await redirect({ ...input, preferences: { maintainIdentity: false } });
    expect(apart.body.redirectSession.urlDetails.searchParams).toEqual(named);
  }
});

test("a bookings checkout opens the booking page at the selected time, by service or by schedule", async () => {
  const serviceId = newId();
  const dates = { createdDate: platform.clock.now, updatedDate: platform.clock.now };
  const policyId = newId();
  const { db, siteId } = platform;
  await db
    .insertInto("bookingPolicy")
    .values({ siteId, id: policyId, name: "p", rules: "{}", ...dates })
    .execute();
  const scheduleId = newId();
  const course = { type: "CLASS", name: "s", defaultCapacity: 1 } as const;
  const row = { siteId, id: serviceId, ...course, policyId, scheduleId, ...dates };
  await db
    .insertInto("service")
    .values({ ...row, payment: "{}", onlineBooking: "{}" })
    .execute();
  const checkout = (slot: object, more: object = {}) =>
    redirect({ bookingsCheckout: { slotAvailability: { slot }, timezone: "Europe/Paris" }, ...more });
  const resource = { id: newId() };
  const slot = { serviceId, startDate: "2026-09-11T18:00:00", endDate: "2026-09-11T19:00:00", resource };
  expect((await checkout(slot)).body.redirectSession.urlDetails.searchParams).toEqual({
    service: serviceId,
    start: slot.startDate,
    end: slot.endDate,
    resource: resource.id,
    timezone: "Europe/Paris",
  });
  const bySchedule = await checkout({ scheduleId, sessionId: "s-1" });
  expect(bySchedule.body.redirectSession.urlDetails.searchParams).toMatchObject({
    service: serviceId,
    session: "s-1",
  });
  expect(await checkout({ scheduleId: newId() })).toMatchObject(refusalResponse(404, "SERVICE_NOT_FOUND"));
});

test("passes the return page on together with its client, and the target page checks it again", async () => {
  const postFlowUrl = "https://app.example/thanks?a=1";
  const clientId = newId();
  await platform.db
    .insertInto("appClient")
    .values({
      siteId: platform.siteId,
      id: clientId,
      name: "App",
      redirectUris: ["https://app.example/callback"],
      createdDate: platform.clock.now,
    })
    .execute();
  const { access_token: token } = (await grant({ grantType: "anonymous", clientId })).body;
  const maintainIdentity = false;
  const kinds = [
    { bookingsBook: {} },
    { eventsCheckout: {} },
    { bookingsCheckout: {} },
    { ecomCheckout: {}, preferences: { maintainIdentity } },
  ];
  for (const input of kinds) {
    const { body } = await redirect({ ...input, callbacks: { postFlowUrl } }, token);
    expect(body.redirectSession.urlDetails.searchParams).toEqual({ returnTo: postFlowUrl, client: clientId });
  }
  const back = (query: Record<string, string>) =>
    platform.ask(`/v1/return-page?${new URLSearchParams(query)}`, { method: "GET", token });
  expect((await back({ clientId, returnTo: postFlowUrl })).body).toEqual({ returnTo: postFlowUrl });
  expect(await back({ clientId, returnTo: "https://evil.example/" })).toMatchObject(
    refusalResponse(400, "INVALID_REDIRECT_URI"),
  );
  expect(await back({ returnTo: postFlowUrl })).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
  expect(await back({ clientId: newId(), returnTo: postFlowUrl })).toMatchObject(
    refusalResponse(400, "INVALID_CLIENT"),
  );
});

test("the sign-in page redirects back only to pages of its client", async () => {
  const page = (query: object) => visit(`/oauth2/login?${new URLSearchParams({ ...query })}`);
  expect((await page({ client_id: platform.clientId })).status).toBe(303);
  const evil = { client_id: platform.clientId, returnTo: "https://evil.example/" };
  expect(await page(evil)).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
  expect(await page({ client_id: newId() })).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
});

test("a redirect session requires exactly one kind", async () => {
  const logout = { clientId: platform.clientId };
  expect((await redirect({})).status).toBe(400);
  expect((await redirect({ logout, auth: { authRequest: authRequest() } })).status).toBe(400);
});

test.each([
  ["http://localhost:3000\\@evil.example/"],
  ["http://localhost:3000/\\evil.example"],
  ["http://localhost:3000/\t/evil.example"],
  ["http://evil.example@localhost:3000/"],
])("no endpoint redirects back to %j, which URL parsers interpret differently", async (returnTo) => {
  const { clientId } = platform;
  const token = (await anonymous()).access_token;
  const get = (path: string, query: Record<string, string>) =>
    platform.ask(`${path}?${new URLSearchParams(query)}`, { method: "GET", token });
  const redirect = { url: returnTo, clientId };
  const email = `${newId()}@example.lt`;
  await platform.account({ email });
  const doors = {
    returnPage: get("/v1/return-page", { clientId, returnTo }),
    logout: get("/v1/logout", { clientId, postLogoutRedirectUri: returnTo }),
    login: get("/oauth2/login", { client_id: clientId, returnTo }),
    redirectSession: platform.ask("/v1/redirect-session", {
      body: JSON.stringify({ bookingsCheckout: {}, callbacks: { postFlowUrl: returnTo } }),
      token,
    }),
    mail: platform.ask("/v1/send-email", { body: JSON.stringify({ email, redirect }), token }),
  };
  for (const [name, answer] of Object.entries(doors)) {
    const { status, headers, body } = await answer;
    const code = body?.details?.applicationError?.code;
    expect({ name, status, code, to: headers.get("location") }).toEqual({
      name,
      status: 400,
      code: "INVALID_REDIRECT_URI",
      to: null,
    });
  }
});
