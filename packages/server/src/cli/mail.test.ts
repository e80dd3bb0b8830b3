import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openImapServer, type ImapServer } from "../testing/imap-server.ts";
import { teamsRequest, AUTH_SERVER, proved } from "../testing/mail-corpus.ts";
import { openSmtpSink, type SmtpSink } from "../testing/smtp-sink.ts";
import { runCli } from "./run-cli.ts";

let folder: string;
let sink: SmtpSink;
let imap: ImapServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-cli-mail-"));
  sink = await openSmtpSink();
  imap = await openImapServer();
});
afterEach(async () => {
  await sink.close();
  await imap.close();
  rmSync(folder, { recursive: true });
});

async function snart(words: readonly string[], stdin = "", env: Record<string, string> = {}) {
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(words, {
    env: { SNART_DATA: folder, ...env },
    folder,
    stdin: (async function* () {
      yield stdin;
    })(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}
const sending = () => ({ SNART_SMTP_URL: sink.url, SNART_MAIL_FROM: "calendar@snart.example" });

describe("mail-test", () => {
  it("sends a message in both languages and opens the mailbox", async () => {
    const env = { ...sending(), SNART_IMAP_URL: imap.url, SNART_MAIL_REPLIES: "answers@snart.example" };
    const { code, out } = await snart(["mail-test", "elin@example.com"], "", env);
    expect([code, out]).toEqual([
      0,
      "The mail server has taken a message to elin@example.com.\nThe mailbox can be opened.\n",
    ]);
    expect(sink.mails.map(({ to }) => to)).toEqual([["elin@example.com"]]);
    expect(sink.mails[0]?.read.text).toMatch(/nothing you need to do[\s\S]*behöver inte/);
  });

  it("says in a sentence what is missing or does not work, and never prints the password", async () => {
    expect(await snart(["mail-test", "elin@example.com"])).toMatchObject({
      code: 1,
      err: "No mail is set up. SNART_SMTP_URL and SNART_MAIL_FROM are needed.\n",
    });
    expect((await snart(["mail-test", "nobody"], "", sending())).err).toBe(
      "nobody is no address that mail is sent to.\n",
    );
    sink.answer = () => ({ code: 550, text: "no such user" });
    const refused = await snart(["mail-test", "elin@example.com"], "", sending());
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^The message was not sent: .*no such user/);
    sink.answer = () => undefined;
    const env = {
      ...sending(),
      SNART_IMAP_URL: imap.url.replace("secret", "wrong-word"),
      SNART_MAIL_REPLIES: "answers@snart.example",
    };
    const closed = await snart(["mail-test", "elin@example.com"], "", env);
    expect(closed.code).toBe(1);
    expect(closed.err).toMatch(/^The mailbox cannot be opened: /);
    expect(closed.err + closed.out).not.toContain("wrong-word");
    const incomplete = await snart(["config"], "", { SNART_SMTP_URL: sink.url });
    expect(incomplete.err).toContain("SNART_SMTP_URL needs SNART_MAIL_FROM");
  });
});

describe("mail-in", () => {
  it("accepts a message from a pipe once, and mail-log prints it on one line, whatever its content", async () => {
    await snart(
      ["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"],
      "lång nog för alla\n",
    );
    const about = { uid: "a\u0007b", organizer: "nils@firm.example", attendee: "elin@example.com" };
    const raw = proved(teamsRequest(about)).toString();
    const env = { SNART_MAIL_AUTH_SERVER: AUTH_SERVER };
    expect(await snart(["mail-in"], raw, env)).toEqual({ code: 0, out: "taken\n", err: "" });
    expect((await snart(["mail-in"], raw, env)).out).toBe("duplicate\n");
    expect((await snart(["mail-in"], "")).out).toBe("no-calendar\n");
    expect((await snart(["mail-in"], "x".repeat(11 * 1024 * 1024))).out).toBe("too-large\n");
    const { out } = await snart(["mail-log"]);
    expect(out.split("\n").filter((line) => line.includes("\ttaken\t"))).toHaveLength(1);
    expect(out).toContain("nils@firm.example\tREQUEST\t");
    expect(out).not.toContain("\u0007");
    expect((await snart(["mail-log", "--limit", "0"])).code).toBe(2);
  });

  it("asks the mail server to try again if it can't process the message now", async () => {
    const env = { SNART_DATABASE_URL: "postgres://nobody:secret-word@127.0.0.1:1/none" };
    const ran = await snart(
      ["mail-in"],
      teamsRequest({ uid: "a", organizer: "n@x.example", attendee: "e@x.example" }),
      env,
    );
    expect(ran.code).toBe(75);
    expect(ran.err).not.toContain("secret-word");
  });
});
