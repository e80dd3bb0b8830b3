import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invitePerson } from "../app/accounts/invite-person.ts";
import { commandLineActor } from "../app/actor.ts";
import { saveProvider } from "../app/identity/administer-providers.ts";
import { changeProvisioningToken, listProvisioningTokens } from "../app/provisioning/tokens.ts";
import type { PrincipalId } from "../app/types.ts";
import { openTestDatabase, type TestDatabase } from "../storage/contract/postgres.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { openDirectory, type Directory } from "../testing/provisioning/directory.ts";
import { openSmtpSink, type CaughtMail, type SmtpSink } from "../testing/smtp-sink.ts";
import { until } from "../testing/until.ts";

const ORIGIN = "https://calendar.snart.example/kalender";
const PASSWORD = "lång nog för alla";

describe.each(["SQLite", "PostgreSQL"])("people whom a directory makes, on %s,", (name) => {
  let database: TestDatabase | undefined;
  let folder: string;
  let sink: SmtpSink;
  let clock: TestClock;
  let server: TestServer;
  let directory: Directory;

  async function start(env: Readonly<Record<string, string>>): Promise<void> {
    const storageTarget = database
      ? ({ kind: "postgres", url: database.url } as const)
      : ({ kind: "sqlite", path: join(folder, "snart.sqlite") } as const);
    server = await startTestServer({ env, overrides: { storageTarget, now: clock.now } });
    directory = await openDirectory(server, null, "Directory", true);
  }
  const withMail = () => ({
    SNART_SMTP_URL: sink.url,
    SNART_MAIL_FROM: "calendar@snart.example",
    SNART_PUBLIC_URL: ORIGIN,
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "snart-new-people-"));
    database = name === "PostgreSQL" ? await openTestDatabase() : undefined;
    sink = await openSmtpSink();
    clock = testClock();
  });
  afterEach(async () => {
    await server.stop();
    await sink.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The subjects of the mails to somebody in the outbox and out of it: they are written with what causes them. */
  const mailsTo = async (id: string): Promise<number> =>
    (await server.app.storage.read((tx) => tx.mail.deliveriesOf(id as PrincipalId, null, 50))).length;
  const links = (id: string) =>
    server.app.storage.read((tx) => tx.accountLinks.ofPrincipal(id as PrincipalId));
  async function mail(count = 1): Promise<CaughtMail> {
    await until(() => sink.mails.length >= count);
    expect(sink.mails).toHaveLength(count);
    const last = sink.mails.at(-1);
    if (!last) throw new Error("no mail");
    return last;
  }
  const setActive = (id: string, value: boolean, ...others: readonly object[]) =>
    directory.patch(`/Users/${id}`, { op: "Replace", path: "active", value }, ...others);
  const post = (path: string, body: object): Promise<Response> =>
    server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  async function provider(): Promise<string> {
    const about = { name: "Björk & <Sand>", issuer: "https://id.example.org", clientId: "snart" };
    const saved = await saveProvider(server.app, commandLineActor(), {
      ...about,
      linksByEmail: true,
      isOn: true,
    });
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
    return saved.value;
  }

  it("hear of it once, by a link for a password that lasts for days, whoever asks at the same time", async () => {
    await start(withMail());
    const person = { externalId: "00u1", displayName: "Maja Ek" };
    const made = await Promise.all([1, 2, 3].map(() => directory.addUser("maja@example.org", person)));
    expect(made.map(({ status }) => `${status}`).toSorted()).toEqual(["201", "409", "409"]);
    const id: string = made.find(({ status }) => status === 201)?.body.id;
    const { read, to } = await mail();
    expect(to).toEqual(["maja@example.org"]);
    expect(read.subject).toBe("You have an account in Snart · Du har ett konto i Snart");
    expect(read.text).toContain("Choose a password to open it. The link works for 14 days, once.");
    expect(read.text).toContain(
      "Länken gäller i 14 dagar och fungerar en gång. Därefter får du en ny med ”Glömt?”",
    );
    const [url = ""] = /https:\S+\/reset\/[\w-]{43}/.exec(read.text ?? "") ?? [];
    expect(url.startsWith(`${ORIGIN}/reset/`)).toBe(true);
    expect(read.html).toContain(`href="${url}"`);

    // Neither a change nor a closed and deleted account that comes back is told of again.
    await directory.patch(`/Users/${id}`, { op: "Replace", path: "displayName", value: "Maja E" });
    clock.advance(13 * DAY);
    const token = url.split("/").at(-1);
    expect((await post("/auth/reset-password", { token, password: PASSWORD })).status).toBeLessThan(300);
    const signedIn = await post("/auth/sign-in", { login: "maja@example.org", password: PASSWORD });
    expect(signedIn.status).toBe(200);
    await setActive(id, false);
    expect((await setActive(id, true)).body.active).toBe(true);
    expect((await directory.call("DELETE", `/Users/${id}`)).status).toBe(204);
    const back = await directory.addUser("maja@example.org", person);
    expect(back).toMatchObject({ status: 201, body: { id, active: true } });
    expect(await mailsTo(id)).toBe(1);
    await mail();
  });

  it("hear of it in the language that the directory has said", async () => {
    await start(withMail());
    await directory.addUser("bo@example.org", { preferredLanguage: "sv-SE" });
    const swedish = (await mail()).read;
    expect(swedish.subject).toBe("Du har ett konto i Snart");
    expect(swedish.text).not.toContain("account");
    await directory.addUser("amy@example.org", { locale: "en-GB" });
    const english = (await mail(2)).read;
    expect(english.subject).toBe("You have an account in Snart");
    expect(english.text).not.toContain("konto");
  });

  it("made closed, hear of it when they are opened, at the address that they have then, and once", async () => {
    await start(withMail());
    const { body } = await directory.addUser("new@example.org", { active: false });
    const other = await directory.addUser("later@example.org", { active: false, externalId: "l" });
    expect([await mailsTo(body.id), (await links(body.id)).length]).toEqual([0, 0]);
    const value = [{ value: "maja@example.org", type: "work", primary: true }];
    const opened = await setActive(body.id, true, { op: "Replace", path: "emails", value });
    expect(opened.body).toMatchObject({ active: true, emails: [{ value: "maja@example.org" }] });
    await until(() => sink.mails.some(({ to }) => to[0] === "maja@example.org"));
    const told = sink.mails.find(({ to }) => to[0] === "maja@example.org");
    const token = /\/reset\/([\w-]{43})/.exec(told?.read.text ?? "")?.[1];
    await setActive(body.id, false);
    await setActive(body.id, true);
    // The other one says at the former address that another has taken its place.
    expect(await mailsTo(body.id)).toBe(2);
    // A closed account's link is over.
    expect((await post("/auth/reset-password", { token, password: PASSWORD })).status).toBe(404);

    await directory.call("DELETE", `/Users/${other.body.id}`);
    expect(await mailsTo(other.body.id)).toBe(0);
    await directory.addUser("later@example.org", { externalId: "l" });
    expect(await mailsTo(other.body.id)).toBe(1);
  });

  it("hear nothing where the token's switch is off, nor of what was made before it was on", async () => {
    await start(withMail());
    const quiet = await openDirectory(server, null, "Quiet");
    const before = await quiet.addUser("before@example.org");
    const closed = await quiet.addUser("closed@example.org", { active: false });
    const all = await listProvisioningTokens(server.app, commandLineActor());
    const token = all.ok ? all.value.find(({ label }) => label === "Quiet") : undefined;
    expect(token?.mailsPeople).toBe(false);
    await changeProvisioningToken(server.app, commandLineActor(), token?.id ?? "", { mailsPeople: true });
    for (const value of [false, true])
      await quiet.patch(`/Users/${before.body.id}`, { op: "replace", path: "active", value });
    expect([await mailsTo(before.body.id), (await links(before.body.id)).length]).toEqual([0, 0]);
    await quiet.patch(`/Users/${closed.body.id}`, { op: "replace", path: "active", value: true });
    expect((await mail()).to).toEqual(["closed@example.org"]);
  });

  it("hear where they sign in by their provider, and get no link that opens anything", async () => {
    await start(withMail());
    const office = await openDirectory(server, await provider(), "Office", true);
    const { body } = await office.addUser("maja@example.org", { preferredLanguage: "sv" });
    const { read } = await mail();
    expect(read.text).toContain("Du öppnar det genom att logga in med Björk & <Sand>.");
    expect(read.html).toContain("Björk &amp; &lt;Sand&gt;");
    expect(read.html).toContain(`href="${ORIGIN}/"`);
    expect(read.text).not.toContain("/reset/");
    expect(await links(body.id)).toEqual([]);
  });

  it("hear of an account that is opened for them before they accept an invitation, and not of one that they have", async () => {
    await start(withMail());
    const office = await openDirectory(server, await provider(), "Office", true);
    const own = await server.addUser("own@example.org", PASSWORD);
    const wish = {
      email: "asked@example.org",
      displayName: "Asked",
      isAdmin: false,
      language: "sv",
    } as const;
    const invited = await invitePerson(server.app, commandLineActor(), wish, ORIGIN);
    if (!invited.ok) throw new Error("no invitation");
    await mail();
    expect((await office.addUser("own@example.org")).body.id).toBe(own.id);
    expect(await mailsTo(own.id)).toBe(0);
    expect((await office.addUser("asked@example.org")).body.id).toBe(invited.value.principal.id);
    const { read, to } = await mail(2);
    expect([to, read.subject]).toEqual([
      ["asked@example.org"],
      "You have an account in Snart · Du har ett konto i Snart",
    ]);
  });

  it("hear nothing of what is refused, nor from a server that sends no mail", async () => {
    await start(withMail());
    await server.addUser("own@example.org", PASSWORD);
    expect((await directory.addUser("own@example.org")).status).toBe(409);
    expect((await directory.addUser("not an address")).status).toBe(400);
    expect((await directory.addUser("calendar@snart.example")).status).toBe(201);
    await directory.addUser("maja@example.org");
    expect((await mail()).to).toEqual(["maja@example.org"]);
    await directory.removeToken();
    await server.stop();
    await start({ SNART_PUBLIC_URL: ORIGIN });
    const { body, status } = await directory.addUser("bo@example.org");
    expect(status).toBe(201);
    expect([await mailsTo(body.id), await links(body.id)]).toEqual([0, []]);
  });
});
