import { decodeJwt } from "jose";
import { beforeAll, expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import {
  audience,
  browser,
  codeGrant,
  landed,
  newPerson,
  type Tokens,
  tokenRequest,
  tokensFor,
} from "./identity.fixture.ts";
import type { Organization } from "./organizations.ts";

const on = identityForFile({ overlapSeconds: 0 });
let kopek: Organization;
let lipk: Organization;
beforeAll(async () => {
  kopek = await on.identity.organizations.add({ name: "kopek", displayName: "UAB Kopėk" });
  lipk = await on.identity.organizations.add({ name: "lipk", displayName: "VšĮ Lipk" });
});

async function member(...of: Organization[]) {
  const person = await newPerson(on.accounts);
  for (const { id } of of) await on.identity.organizations.addMember(id, person.id);
  return person;
}
const renew = (tokens: Tokens) =>
  tokenRequest(on, { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" });

test.each(["id", "name"] as const)(
  "adds the organization requested by %s to the id token and API token, also on renewal",
  async (by) => {
    const { email } = await member(kopek);
    const parameters = { organization: kopek[by], audience, scope: "openid offline_access" };
    const tokens = await tokensFor(on, browser(on), email, parameters);
    const named = { org_id: kopek.id, org_name: "kopek" };
    expect([decodeJwt(tokens.id_token), decodeJwt(tokens.access_token)]).toMatchObject([named, named]);
    const renewed = (await (await renew(tokens)).json()) as Tokens;
    expect([decodeJwt(renewed.id_token), decodeJwt(renewed.access_token)]).toMatchObject([named, named]);
  },
);

test("a token contains no organization if the request does not name one, even for a member", async () => {
  const { email } = await member(kopek);
  const person = browser(on);
  await tokensFor(on, person, email, { organization: kopek.id });
  const landing = landed(await person.request(person.ask({ prompt: "none" })));
  const { id_token } = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  expect(decodeJwt(id_token)).not.toHaveProperty("org_id");
  expect(decodeJwt(id_token)).not.toHaveProperty("org_name");
});

test("refuses unknown organizations, and non-members of an organization both silently and after signing in", async () => {
  const { email } = await member(kopek);
  const person = browser(on);
  const refused = await person.signIn(email, { organization: lipk.id });
  expect(refused.searchParams.get("error")).toBe("access_denied");
  const silentResult = landed(await person.request(person.ask({ prompt: "none", organization: "lipk" })));
  expect(silentResult.searchParams.get("error")).toBe("access_denied");
  for (const organization of ["org_nobody", "%", "kopek ", "k".repeat(3000)]) {
    const unknown = landed(await person.request(person.ask({ organization })));
    expect(unknown.searchParams.get("error")).toBe("invalid_request");
  }
});

test("keeps a separate grant per organization, and logging out ends all of them", async () => {
  const { email } = await member(kopek, lipk);
  const person = browser(on);
  const scope = "openid offline_access";
  const first = await tokensFor(on, person, email, { organization: "kopek", scope });
  const forOrganization = async (organization: string) => {
    const landing = landed(await person.request(person.ask({ prompt: "none", organization, scope })));
    return (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  };
  const second = await forOrganization("lipk");
  expect(decodeJwt(second.id_token)).toMatchObject({ org_name: "lipk" });
  const third = await forOrganization("kopek");
  expect(decodeJwt(third.id_token)).toMatchObject({ org_name: "kopek" });
  const grants = await on.fresh.db
    .selectFrom("identityPayload")
    .select("idHash")
    .where("model", "=", "Grant")
    .where("accountId", "=", (await on.accounts.findByEmail(email))?.id ?? "")
    .execute();
  expect(grants).toHaveLength(2);
  const again = (await (await renew(first)).json()) as Tokens;
  expect(decodeJwt(again.id_token)).toMatchObject({ org_name: "kopek" });
  await person.request(`/v2/logout?client_id=${on.clientId}`);
  const ended = await Promise.all([again, second, third].map(renew));
  expect(ended.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test("a former member gets no new tokens for the organization", async () => {
  const { id, email } = await member(kopek);
  const tokens = await tokensFor(on, browser(on), email, { organization: "kopek", scope: "openid offline_access" });
  await on.fresh.db.deleteFrom("organizationMember").where("accountId", "=", id).execute();
  expect((await renew(tokens)).status).toBe(403);
});

test("the sweep deletes the organization entries of deleted grants", async () => {
  const rows = () => on.fresh.db.selectFrom("identityGrantOrganization").select("grantId").execute();
  const { email } = await member(kopek);
  await tokensFor(on, browser(on), email, { organization: "kopek" });
  const before = await rows();
  const aged = new Date(Date.now() - 2 * 3_600_000);
  await on.fresh.db.updateTable("identityGrantOrganization").set({ createdDate: aged }).execute();
  await on.identity.sweep();
  const alive = await rows();
  expect(alive.length).toBeGreaterThan(0);
  expect(alive.length).toBeLessThan(before.length);
});
