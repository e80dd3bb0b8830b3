import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { listAudit } from "../../app/audit.ts";
import { queueMail } from "../../app/outbox/queue-mail.ts";
import { mailAdministration } from "../../mail/mail-administration.ts";
import { openMail } from "../../mail/open-mail.ts";
import { JmapClient, type Answer } from "../../testing/jmap-client.ts";
import type { MailTransport } from "../../mail/smtp.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { jmapHandlers } from "../server.ts";

const SECRET = "hemligt-lösen";
let world: MailWorld;
let admin: JmapClient;
let nils: JmapClient;
/** Their connections stay open for the next mail, and the mail server would wait for them to close. */
const transports: MailTransport[] = [];
const clientOf = (actor: Actor, smtpUrl = world.sink.url): JmapClient => {
  const config = {
    smtpUrl,
    mailFrom: "calendar@snart.example",
    mailReplies: "answers@snart.example",
    publicUrl: "https://snart.example",
    imapUrl: `imaps://reader:${SECRET}@imap.example/Kalender`,
    imapDoneFolder: "Klart",
    mailAuthServer: null,
  };
  const state = { lookedAt: world.clock.now(), problem: "no route" };
  const mail = openMail(config);
  if (mail) transports.push(mail.transport);
  const administration = mailAdministration(config, mail, () => state, world.clock.now);
  const handlers = jmapHandlers(
    { ...world.app, mailAdministration: administration },
    { publicUrl: "https://snart.test", report: (error) => expect.unreachable(String(error)) },
  );
  return new JmapClient(handlers, actor);
};
let administrator: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  administrator = await world.person("admin");
  await world.app.storage.write((tx) => tx.principals.update(administrator.principalId, { isAdmin: true }));
  admin = clientOf(administrator);
  nils = clientOf(await world.person("nils"));
});
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close();
  await world.close();
});

const queue = (key: string): Promise<unknown> =>
  world.app.storage.write((tx) =>
    queueMail(
      { app: world.app, tx, now: world.app.now() },
      { accountId: nils.actor.principalId, purpose: "reminder", key },
      { to: { email: `${key}@example.com` }, language: "sv", subject: SECRET, text: SECRET, html: SECRET },
    ),
  );
const mail = async (): Promise<Answer> => (await admin.call("Server/mail")).mail;
const audited = async (action: string): Promise<string[]> =>
  (await listAudit(world.app, 50)).filter((one) => one.action === action).map(({ subject }) => subject);

describe("mail, for administrators", () => {
  it("tells how it is set up, and no secret", async () => {
    const report = await mail();
    expect(report.settings).toEqual({
      server: { host: "127.0.0.1", port: expect.any(Number) as number, isSecure: false, signsIn: false },
      from: "calendar@snart.example",
      replies: "answers@snart.example",
      mailbox: { host: "imap.example", port: 993, isSecure: true, signsIn: true, folder: "Kalender" },
      doneFolder: "Klart",
      authServer: null,
    });
    expect(report.mailbox).toMatchObject({ problem: "no route" });
    await queue("asa");
    expect(JSON.stringify(await mail())).not.toContain(SECRET);
  });

  it("is for nobody else", async () => {
    await queue("asa");
    const { id } = (await mail()).waiting[0];
    for (const [name, args] of [
      ["Server/mail", {}],
      ["Server/testMail", {}],
      ["Server/retryMail", { ids: [id] }],
      ["Server/giveUpMail", { ids: [id] }],
    ] as const)
      expect(await nils.failing(name, args)).toMatchObject({ type: "forbidden" });
    expect(world.sink.mails).toEqual([]);
    expect((await mail()).waiting).toHaveLength(1);
  });

  it("sends a test to oneself, and says that the server has taken it", async () => {
    expect(await admin.call("Server/testMail")).toMatchObject({ outcome: "taken", said: "" });
    expect(world.sink.mails.map(({ to }) => to)).toEqual([["admin@example.com"]]);
    expect(await audited("mail-tested")).toEqual(["admin@example.com"]);
  });

  it("says in which way a test failed, and what the mail server said", async () => {
    world.sink.answer = () => ({ code: 550, text: "no such box" });
    const refused = await admin.call("Server/testMail");
    expect(refused.outcome).toBe("refused");
    expect(refused.said).toContain("no such box");
    const unreachable = clientOf(administrator, "smtp://127.0.0.1:1");
    expect(await unreachable.call("Server/testMail")).toMatchObject({ outcome: "unreachable" });
    expect(world.sink.mails).toEqual([]);
  });

  it("shows what waits with its last error, tries it at once, and gives it up", async () => {
    await queue("asa");
    await queue("bo");
    world.sink.answer = () => ({ code: 451, text: "come back later" });
    await world.send();
    const { waiting } = await mail();
    expect(waiting).toMatchObject([
      { recipient: "asa@example.com", purpose: "reminder", state: "queued", attempts: 1 },
      { recipient: "bo@example.com" },
    ]);
    expect(waiting[0].lastError).toContain("come back later");
    // Once more, so that it waits for longer than it could still be under way.
    world.clock.advance(11_000);
    await world.send();
    world.sink.answer = () => undefined;
    await world.send();
    expect(world.sink.mails, "it waits").toEqual([]);
    const [asa, bo] = waiting.map(({ id }: Answer) => id);
    expect(await admin.call("Server/giveUpMail", { ids: [bo, "nothing"] })).toMatchObject({ count: 1 });
    expect(await admin.call("Server/retryMail", { ids: [asa, bo, "nothing"] })).toMatchObject({ count: 1 });
    await world.send();
    expect(world.sink.mails.map(({ to }) => to)).toEqual([["asa@example.com"]]);
    const after = await mail();
    expect(after.waiting).toEqual([]);
    expect(after.failed).toMatchObject([{ id: bo, recipient: "bo@example.com", state: "failed" }]);
    expect(await audited("mail-given-up")).toEqual(["bo@example.com"]);
    expect(await audited("mail-retried")).toEqual(["asa@example.com"]);
    world.clock.advance(86_400_000);
    await world.send();
    expect(world.sink.mails).toHaveLength(1);
  });

  it("leaves alone what is being sent, and what is no mail", async () => {
    await queue("asa");
    const [taken] = await world.app.storage.write((tx) => tx.queues.takeOutbox(world.clock.now(), 1, 15_000));
    const ids = [taken?.id ?? ""];
    expect(await admin.call("Server/retryMail", { ids })).toMatchObject({ count: 0 });
    await world.app.storage.write((tx) =>
      tx.queues.enqueue({
        id: "share",
        accountId: nils.actor.principalId,
        kind: "share-notice",
        dedupeKey: "share",
        payload: null,
        createdAt: 0,
        availableAt: 0,
        attempts: 0,
        lastError: null,
      }),
    );
    expect(await admin.call("Server/giveUpMail", { ids: ["share"] })).toMatchObject({ count: 0 });
    expect((await mail()).waiting).toHaveLength(1);
  });
});
