import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { openImapServer, type ImapServer } from "../testing/imap-server.ts";
import { calendarText, exchangeReply, googleReply, AUTH_SERVER, proved } from "../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { until } from "../testing/until.ts";
import { openMailbox, type Mailbox, type MailboxConfig } from "./mailbox.ts";

let world: MailWorld;
let imap: ImapServer;
let elin: Actor;
let mailbox: Mailbox | undefined;
let errors: unknown[];
let skipped: string[];
beforeEach(async () => {
  world = await openMailWorld();
  imap = await openImapServer();
  elin = await world.person("elin");
  errors = [];
  skipped = [];
});
afterEach(async () => {
  await mailbox?.close();
  await imap.close();
  await world.close();
});

const ABOUT = {
  uid: "lunch@snart.example",
  organizer: "answers@snart.example",
  attendee: "asa@elsewhere.example",
};
const open = (config: Partial<MailboxConfig> = {}): Mailbox =>
  (mailbox = openMailbox({
    app: world.app,
    config: { imapUrl: imap.url, imapDoneFolder: null, mailAuthServer: AUTH_SERVER, ...config },
    onError: (error) => errors.push(error),
    onSkipped: (_, reason) => skipped.push(reason),
  }));
const invite = async (): Promise<void> => {
  const text = calendarText(
    undefined,
    { ...ABOUT, stamp: "20261120T080000Z" },
    "-//Test//EN",
    "SUMMARY:Lunch",
    "ORGANIZER;CN=Elin:mailto:elin@example.com",
    "ATTENDEE:mailto:asa@elsewhere.example",
    "ATTENDEE:mailto:bo@elsewhere.example",
  );
  await world.put(elin, "m.ics", text);
  await world.send();
};
const answered = async (): Promise<boolean> =>
  (await world.text(elin, "m.ics")).includes("PARTSTAT=ACCEPTED");

describe("a mailbox", () => {
  it("is read, marked and not read again, in a conversation over the wire from invitation to answer", async () => {
    await invite();
    const [sent] = world.sink.mails;
    imap.deliver(proved(exchangeReply({ ...ABOUT, answersTo: sent?.read.messageId ?? "" })).toString());
    imap.deliver("Subject: spam\r\n\r\nhello");
    const box = open();
    await box.look();
    expect(await answered()).toBe(true);
    expect(imap.folder("INBOX").map(({ flags }) => flags)).toEqual([
      ["\\Seen", "$SnartDone"],
      ["\\Seen", "$SnartDone"],
    ]);
    const before = imap.commands.length;
    await box.look();
    expect(imap.commands.slice(before).filter((command) => command.includes("FETCH"))).toEqual([]);
    expect(errors).toEqual([]);
    const log = await world.app.storage.read((tx) => tx.mail.received(9));
    expect(log.map(({ outcome }) => outcome).toSorted()).toEqual(["no-calendar", "taken"]);
  });

  it("announces new mail by itself", async () => {
    await invite();
    await open().look();
    await until(() => imap.commands.includes("IDLE"));
    imap.deliver(proved(googleReply(ABOUT)).toString());
    await until(answered);
    expect(errors).toEqual([]);
  });

  it("is tidied into a folder, which is created if missing", async () => {
    imap.deliver(proved(googleReply(ABOUT)).toString());
    await open({ imapDoneFolder: "Snart" }).look();
    expect(imap.folder("INBOX")).toEqual([]);
    expect(imap.folder("Snart")).toHaveLength(1);
    expect(imap.folder("Snart")[0]?.flags).toContain("\\Seen");
  });

  it("without custom flags is read by what is unread", async () => {
    await imap.close();
    imap = await openImapServer({ keepsMarks: false });
    imap.deliver(proved(googleReply(ABOUT)).toString());
    const box = open();
    await box.look();
    await box.look();
    expect(imap.folder("INBOX").map(({ flags }) => flags)).toEqual([["\\Seen"]]);
    expect(imap.commands.filter((command) => command.includes("BODY"))).toHaveLength(1);
  });

  it("that disconnects in the middle is opened again, and half-done work is done once", async () => {
    await invite();
    imap.deliver(proved(exchangeReply(ABOUT)).toString());
    const box = open();
    await box.look();
    imap.drop();
    await until(() =>
      box.look().then(
        () => true,
        () => false,
      ),
    );
    imap.deliver(proved(exchangeReply({ ...ABOUT, attendee: "bo@elsewhere.example" })).toString());
    await box.look();
    expect((await world.text(elin, "m.ics")).match(/PARTSTAT=ACCEPTED/g)).toHaveLength(2);
    const inbox = await world.app.storage.read((tx) => tx.inbox.list(elin.principalId, 9));
    expect(inbox).toHaveLength(2);
  });

  it("with a message past the limit skips and marks that one, and reports it", async () => {
    imap.deliver(`Subject: big\r\n\r\n${"x".repeat(world.app.limits.mailSize)}`);
    imap.deliver(proved(googleReply(ABOUT)).toString());
    await open().look();
    expect(skipped).toEqual(["too-large"]);
    expect(imap.commands.filter((command) => command.includes("BODY"))).toHaveLength(1);
    expect(imap.folder("INBOX").every(({ flags }) => flags.includes("$SnartDone"))).toBe(true);
  });

  it("that refuses the sign-in reports why, and is not retried too often", async () => {
    const box = open({ imapUrl: imap.url.replace("secret", "wrong") });
    await expect(box.look()).rejects.toThrow();
    expect(imap.commands.filter((command) => command.startsWith("LOGIN")).length).toBeLessThanOrEqual(2);
  });
});
