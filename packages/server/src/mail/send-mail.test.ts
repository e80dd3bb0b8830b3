import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { mailBody } from "../app/outbox/mail-body.ts";
import { MAIL_MESSAGE, queueMail, type Mail } from "../app/outbox/queue-mail.ts";
import { sendEffects } from "../jobs/send-effects.ts";
import { openSmtpSink, type SmtpSink } from "../testing/smtp-sink.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { openMail, type MailOut } from "./open-mail.ts";
import { mailSender } from "./send-mail.ts";

let test: TestApp;
let sink: SmtpSink;
let mail: MailOut;
let app: App;
let elin: Actor;

beforeEach(async () => {
  test = await openTestApp();
  sink = await openSmtpSink();
  const opened = openMail({
    smtpUrl: sink.url,
    mailFrom: "calendar@example.org",
    mailReplies: null,
    publicUrl: null,
  });
  if (!opened) throw new Error("no mail");
  mail = opened;
  app = { ...test.app, outside: mail.gateway };
  elin = await test.person("elin");
});
afterEach(async () => {
  mail.transport.close();
  await sink.close();
  await test.close();
});

const agenda: Mail = {
  to: { email: "Åsa@example.net".replace("Å", "a"), name: "Åsa" },
  language: "sv",
  subject: "Tisdag 24 november",
  ...mailBody([
    { kind: "heading", text: "Tisdag 24 november" },
    { kind: "facts", rows: [["Var", "<b>Köket</b> & hallen"]] },
    { kind: "links", links: [{ label: "Öppna", url: 'https://example.org/?a="b"&c' }] },
  ]),
};

const queue = (one: Mail, key = "1"): Promise<string> =>
  app.storage.write((tx) =>
    queueMail({ app, tx, now: app.now() }, { accountId: elin.principalId, purpose: "agenda", key }, one),
  );
const send = async (): Promise<readonly unknown[]> => {
  const errors: unknown[] = [];
  const senders = new Map([[MAIL_MESSAGE, mailSender(mail)]]);
  await sendEffects(
    app,
    senders,
    (error) => errors.push(error),
    () => false,
  );
  return errors;
};
const log = () => app.storage.read((tx) => tx.mail.deliveriesOf(elin.principalId, null, 9));

describe("mail", () => {
  it("is sent once, as text and as HTML in which nothing is parsed as markup", async () => {
    expect(await queue(agenda)).toBe("queued");
    expect(await queue(agenda)).toBe("duplicate");
    expect(await send()).toEqual([]);
    expect(await send()).toEqual([]);
    expect(sink.mails).toHaveLength(1);
    const [{ read, from, to, raw } = never()] = sink.mails;
    expect([from, to]).toEqual(["calendar@example.org", ["asa@example.net"]]);
    expect(read.subject).toBe("Tisdag 24 november");
    expect(read.from).toMatchObject({ name: "Snart", address: "calendar@example.org" });
    expect(read.to).toMatchObject([{ name: "Åsa", address: "asa@example.net" }]);
    expect(read.text).toContain("Var: <b>Köket</b> & hallen");
    expect(read.html).toContain("&lt;b&gt;Köket&lt;/b&gt; &amp; hallen");
    expect(read.html).not.toContain("<b>");
    expect(read.html).toContain('href="https://example.org/?a=&quot;b&quot;&amp;c"');
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Content-Language: sv\r$/m);
    const [delivery] = await log();
    expect(delivery).toMatchObject({ state: "sent", purpose: "agenda", messageId: read.messageId });
  });

  it("keeps line breaks in names and titles from becoming headers", async () => {
    const evil = "Hej\r\nBcc: all@example.net\u2028X-Evil: 1";
    await queue({ ...agenda, subject: evil, senderName: evil, to: { email: "b@example.net", name: evil } });
    await send();
    const [{ raw, to, read } = never()] = sink.mails;
    expect(to).toEqual(["b@example.net"]);
    expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^(?:Bcc|X-Evil)/im);
    expect(read.subject).toBe("Hej Bcc: all@example.net X-Evil: 1");
  });

  it.each([
    "calendar@example.org",
    "a b@example.net",
    "a@b@example.net",
    "<a@example.net>",
    "nobody",
    "a@x\r\nRCPT",
  ])("is not sent to %j", async (email) => {
    expect(await queue({ ...agenda, to: { email } })).toBe("no-mail");
    expect(await log()).toEqual([]);
  });

  it("is retried with the same Message-ID, and the log says why it waits", async () => {
    sink.answer = () => ({ code: 451, text: "greylisted" });
    await queue(agenda);
    expect(await send()).toHaveLength(1);
    const [waiting] = await log();
    expect(waiting).toMatchObject({
      state: "queued",
      detail: expect.stringContaining("greylisted") as string,
    });
    sink.answer = () => undefined;
    expect(await send()).toEqual([]);
    expect(sink.mails).toEqual([]);
    test.clock.advance(10_000);
    expect(await send()).toEqual([]);
    expect(sink.mails.map(({ read }) => read.messageId)).toEqual([waiting?.messageId]);
    expect(await log()).toMatchObject([{ state: "sent", detail: null }]);
  });

  it("goes once, also where the database was away when the mail server accepted it", async () => {
    let isAway = false;
    sink.taken = () => (isAway = true);
    const { storage } = app;
    const write: App["storage"]["write"] = (work, ...rest) =>
      isAway ? Promise.reject(new Error("the database is away")) : storage.write(work, ...rest);
    app = {
      ...app,
      storage: new Proxy(storage, {
        get: (of, name) => (name === "write" ? write : Reflect.get(of, name, of)),
      }),
    };
    await queue(agenda);
    await expect(send()).rejects.toThrow("away");
    expect(await log()).toMatchObject([{ state: "queued" }]);
    isAway = false;
    test.clock.advance(app.limits.sendLeaseSeconds * 1_000);
    expect(await send()).toEqual([]);
    expect(await log()).toMatchObject([{ state: "sent" }]);
    expect(sink.mails).toHaveLength(1);
  });

  it("is given up at once when it is refused, and in the end when nobody accepts it", async () => {
    sink.answer = () => ({ code: 550, text: "no such user" });
    await queue(agenda);
    expect(await send()).toEqual([]);
    expect(await log()).toMatchObject([
      { state: "failed", detail: expect.stringContaining("no such user") as string },
    ]);
    sink.answer = () => ({ code: 450, text: "later" });
    await queue(agenda, "2");
    for (let attempt = 1; attempt <= app.limits.mailAttempts; attempt++) {
      await send();
      test.clock.advance(3_600_000);
    }
    expect(await log()).toMatchObject([{ state: "failed" }, { state: "failed" }]);
    expect(await app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
    expect(sink.mails).toEqual([]);
  });
});

function never(): never {
  throw new Error("no mail was caught");
}
