import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { cookieOf } from "../testing/http-server.ts";
import { startFalseProvider, type FalseProvider, type Lies } from "../testing/identity/false-provider.ts";
import { joined, startProviderWorld, type ProviderWorld } from "../testing/identity/provider-world.ts";

let provider: FalseProvider;
let world: ProviderWorld;
let clock: TestClock;
beforeEach(async () => {
  clock = testClock(new Date().toISOString());
  provider = await startFalseProvider();
  world = await startProviderWorld(provider.issuer, { overrides: { now: clock.now } });
  await world.set({ makesAccounts: true, isEmailTrusted: true });
  provider.lies = { claims: { email: "maja@example.org" } };
});
afterEach(async () => {
  await world.server.stop();
  await provider.stop();
});

interface Wrong extends Lies {
  /** Parameters of the address to which the browser comes back; null leaves one out. */
  readonly search?: Readonly<Record<string, string | null>>;
  /** In place of the cookies of the browser that began. */
  readonly cookie?: string;
  readonly path?: string;
}

/** The address to which the provider sends a browser back that came with this question. */
function addressOf(url: URL, wrong: Wrong["search"] = {}): string {
  const { searchParams } = url;
  const back = new URL(searchParams.get("redirect_uri") ?? "http://none/");
  const right = {
    code: `${searchParams.get("nonce")} code`,
    state: searchParams.get("state"),
    iss: provider.issuer,
  };
  for (const [name, value] of Object.entries({ ...right, ...wrong }))
    if (value !== null) back.searchParams.set(name, value);
  return back.href;
}

async function signIn({ search, cookie: other, ...lies }: Wrong = {}) {
  const { url, cookie } = await world.begin();
  provider.lies = { ...lies, claims: { email: "maja@example.org", ...lies.claims } };
  const answer = await world.comeBack(addressOf(url, search), other ?? cookie);
  const refused = new URL(answer.headers.get("location") ?? "", "http://here").searchParams.get("refused");
  return { refused, answer, cookie: joined(cookie, cookieOf(answer)), url };
}
const people = async () => (await world.server.app.storage.read((tx) => tx.principals.list("person"))).length;
const past = Math.floor(Date.now() / 1_000) - 3_600;

describe("what a provider says", () => {
  it("is believed when it is right, and asked for with PKCE", async () => {
    const { refused, cookie, url } = await signIn();
    expect(refused).toBeNull();
    expect(await world.whoIs(cookie)).toBe("maja");
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    expect(provider.exchanged[0]?.get("code_verifier")).toMatch(/^[\w-]{43,128}$/);
  });

  it.each<[string, Wrong]>([
    ["is for another sign-in (nonce)", { claims: { nonce: "another" } }],
    ["has no nonce", { claims: { nonce: undefined } }],
    ["is for another client", { claims: { aud: "other" } }],
    ["is for several, and another was asked for", { claims: { aud: ["snart", "other"], azp: "other" } }],
    ["is of another issuer", { claims: { iss: "https://evil.example" } }],
    ["has expired", { claims: { iat: past - 60, exp: past } }],
    ["never expires", { claims: { exp: undefined } }],
    ["names nobody", { claims: { sub: undefined } }],
    ["is not signed", { alg: "none" }],
    ["is signed with a secret", { alg: "HS256" }],
    ["is signed by another", { isForged: true }],
    ["answers another question (state)", { search: { state: "another" } }],
    ["answers no question", { search: { state: null } }],
    ["comes from another issuer (RFC 9207)", { search: { iss: "https://evil.example" } }],
    ["does not say from where it comes", { search: { iss: null } }],
    ["is longer than a megabyte", { claims: { picture: "x".repeat(1_100_000) } }],
  ])("lets nobody in when it %s", async (_, wrong) => {
    const { refused, answer, cookie } = await signIn(wrong);
    expect(refused).toBe("provider-answer-wrong");
    expect(cookieOf(answer)).not.toContain("snart_session=");
    expect(await world.whoIs(cookie)).toBeUndefined();
    expect(await people()).toBe(0);
    const [entry] = await listAudit(world.server.app, 1);
    expect(entry).toMatchObject({ action: "sign-in-failed", detail: { why: "provider-answer-wrong" } });
  });

  it("may be no, or nothing", async () => {
    expect((await signIn({ search: { code: null, error: "access_denied" } })).refused).toBe(
      "provider-refused",
    );
    // A no for another question is none.
    expect((await signIn({ search: { code: null, error: "access_denied", state: "x" } })).refused).toBe(
      "provider-answer-wrong",
    );
    expect((await signIn({ status: 503 })).refused).toBe("provider-unavailable");
    expect(await people()).toBe(0);
  });

  it("makes no name that deceives", async () => {
    const name = `Maja\u202Eke \u0000\n${"k".repeat(900)}\uD800`;
    const { cookie } = await signIn({ claims: { name, groups: { a: 1 }, email_verified: "true" } });
    const [, { list }] = await world.call(cookie, "Profile/get");
    const [{ displayName }] = list as [{ displayName: string }];
    expect(displayName).toMatch(/^Maja ke k+$/);
    expect(displayName.length).toBeLessThanOrEqual(world.server.app.limits.nameLength);
    expect(displayName.isWellFormed()).toBe(true);
  });

  it.each([["no@domain@here"], ["maja"], [""], [["maja@example.org"]], [`${"m".repeat(300)}@example.org`]])(
    "makes no account for the address %#",
    async (email) => {
      expect((await signIn({ claims: { email } })).refused).toBe("no-account-here");
      expect(await people()).toBe(0);
    },
  );
});

describe("the way back", () => {
  it("leads in once, in the browser that began, within minutes", async () => {
    const { url, cookie } = await world.begin();
    const address = addressOf(url);
    const refusedOf = (answer: Response) => answer.headers.get("location");
    expect(refusedOf(await world.comeBack(address, ""))).toBe("/?refused=sign-in-over");
    const other = await world.begin();
    expect(refusedOf(await world.comeBack(address, other.cookie))).toContain("provider-answer-wrong");
    const all = await Promise.all([1, 2, 3].map(() => world.comeBack(address, cookie)));
    expect(all.map((one) => String(refusedOf(one))).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "/?refused=sign-in-over",
      "/?refused=sign-in-over",
      "/soon",
    ]);
    expect(provider.exchanged).toHaveLength(1);
    const slow = await world.begin();
    clock.advance(11 * 60_000);
    expect(refusedOf(await world.comeBack(addressOf(slow.url), slow.cookie))).toContain("sign-in-over");
  });

  it("of another provider is none", async () => {
    const { url, cookie } = await world.begin();
    const address = addressOf(url).replace(world.providerId, "other");
    expect((await world.comeBack(address, cookie)).headers.get("location")).toContain("sign-in-over");
    expect(provider.exchanged).toEqual([]);
  });

  it("is closed when the provider has been turned off meanwhile", async () => {
    const { url, cookie } = await world.begin();
    await world.set({ isOn: false });
    expect((await world.comeBack(addressOf(url), cookie)).headers.get("location")).toContain(
      "refused=sign-in-over",
    );
    expect((await world.begin()).answer.status).toBe(404);
    expect(await people()).toBe(0);
  });

  it.each([
    ["//evil.example/"],
    ["/\\evil.example"],
    ["https://evil.example/"],
    ["/a\\..\\\\evil.example"],
    ["/\r\nset-cookie: a=b"],
    ["javascript:alert(1)"],
    ["/auth/oidc/x/callback"],
    ["/a".padEnd(3_000, "a")],
    [""],
  ])("never leads to %#", async (returnTo) => {
    const { url, cookie } = await world.begin("sign-in", "", returnTo);
    expect((await world.comeBack(addressOf(url), cookie)).headers.get("location")).toBe("/");
  });
});

describe("the word that somebody has signed out at the provider", () => {
  const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const right = () => ({
    iss: provider.issuer,
    aud: "snart",
    sub: "maja",
    sid: "there",
    jti: "1",
    iat: Math.floor(Date.now() / 1_000),
    events: event,
  });
  const send = async (token: string): Promise<number> => {
    const body = new URLSearchParams({ logout_token: token });
    return (await world.server.fetch(`/auth/oidc/${world.providerId}/signed-out`, { method: "POST", body }))
      .status;
  };
  const entered = () => signIn({ claims: { sid: "there" } });

  it.each([
    ["by its session", { sub: undefined }],
    ["by who they are", { sid: undefined }],
  ])("ends their sessions here, %s", async (_, claims) => {
    const { cookie } = await entered();
    const other = await signIn({ claims: { sub: "bo", sid: "elsewhere", email: "bo@example.org" } });
    expect(await send(await provider.word({ ...right(), ...claims }))).toBe(200);
    expect(await world.whoIs(cookie)).toBeUndefined();
    expect(await world.whoIs(other.cookie)).toBe("bo");
  });

  it.each<[string, Record<string, unknown>, Lies]>([
    ["is signed by another", {}, { isForged: true }],
    ["is not signed", {}, { alg: "none" }],
    ["is for another client", { aud: "other" }, {}],
    ["is old", { iat: past }, {}],
    ["is of another event", { events: { "http://example.org/": {} } }, {}],
    ["is a token by which one signs in", { nonce: "n" }, {}],
    ["is a token of another kind", {}, { typ: "at+jwt" }],
    ["names nobody", { sub: undefined, sid: undefined }, {}],
  ])("is none when it %s", async (_, claims, lies) => {
    const { cookie } = await entered();
    expect(await send(await provider.word({ ...right(), ...claims }, lies))).toBe(400);
    expect(await world.whoIs(cookie)).toBe("maja");
  });

  it("does not end what began after it, nor make the server fetch keys for strangers", async () => {
    const word = await provider.word({ ...right(), iat: Math.floor(Date.now() / 1_000) - 100 });
    const { cookie } = await entered();
    expect(await send(word)).toBe(200);
    expect(await world.whoIs(cookie)).toBe("maja");
    await send("x");
    const before = provider.keysFetched;
    for (const token of ["x.y.z", "a".repeat(30_000), await provider.word(right(), { isForged: true })])
      expect(await send(token)).toBe(400);
    expect(provider.keysFetched).toBe(before);
  });
});
