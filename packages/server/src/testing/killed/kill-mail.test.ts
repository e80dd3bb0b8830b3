import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventText } from "../dav-client.ts";
import { basic } from "../http-server.ts";
import { openImapServer, type ImapServer } from "../imap-server.ts";
import { exchangeReply, AUTH_SERVER, proved } from "../mail-corpus.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { openSmtpSink, type SmtpSink } from "../smtp-sink.ts";
import { until } from "../until.ts";
import { addByCommand } from "./add-by-command.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-kill-mail-"));
const PASSWORD = "lång nog för alla";
const ROUNDS = 3;
const GUESTS = ["asa@elsewhere.example", "bo@elsewhere.example", "cleo@elsewhere.example"];

let sink: SmtpSink;
let imap: ImapServer;
beforeAll(async () => {
  sink = await openSmtpSink();
  imap = await openImapServer();
  await addByCommand(folder, { email: "elin@example.com", name: "Elin", password: PASSWORD });
});
afterAll(async () => {
  await sink.close();
  await imap.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (): Promise<ServerProcess> =>
  startServerProcess({
    SNART_DATA: folder,
    // What a process held that was killed waits as long for another.
    SNART_LIMIT_SEND_LEASE_SECONDS: "4",
    SNART_SMTP_URL: sink.url,
    SNART_MAIL_FROM: "calendar@snart.example",
    SNART_MAIL_REPLIES: "answers@snart.example",
    SNART_IMAP_URL: imap.url,
    SNART_MAIL_AUTH_SERVER: AUTH_SERVER,
  });
const pathOf = (round: number): string => `/dav/calendars/elin/calendar/m${round}.ics`;
const headers = { authorization: basic("elin", PASSWORD), "content-type": "text/calendar" };

function put(server: ServerProcess, round: number): Promise<Response> {
  const lines = ["ORGANIZER:mailto:elin@example.com", ...GUESTS.map((guest) => `ATTENDEE:mailto:${guest}`)];
  const body = eventText(`m${round}`, ...lines);
  return fetch(server.url + pathOf(round), { method: "PUT", headers, body });
}

describe("kill -9 while mail goes out and comes in", () => {
  it(
    "loses no invitation and no answer, and sends none under a second Message-ID",
    { timeout: 240_000 },
    async () => {
      const unanswered: number[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const server = await start();
        // Killed in the middle of a conversation with the mail server: at another guest each time.
        let asked = 0;
        sink.answer = () => {
          if (++asked === round) server.child.kill("SIGKILL");
          return undefined;
        };
        // Its mail goes out at once, so on a busy machine the server may be killed before the answer arrives; what the last round left
        // to be sent can end it even before the event is stored.
        const stored = await put(server, round).catch(() => undefined);
        if (stored) expect(stored.status).toBe(201);
        else unanswered.push(round);
        await server.ended;
      }
      sink.answer = () => undefined;
      const server = await start();
      for (const round of unanswered) expect([201, 204]).toContain((await put(server, round)).status);
      const named = (): ReadonlyMap<string, number> => {
        const found = new Map<string, number>();
        for (const { read } of sink.mails)
          found.set(read.messageId ?? "", (found.get(read.messageId ?? "") ?? 0) + 1);
        return found;
      };
      await until(() => named().size >= ROUNDS * GUESTS.length);
      expect(named().size).toBe(ROUNDS * GUESTS.length);
      const about = { uid: "m1", organizer: "answers@snart.example", attendee: GUESTS[0] ?? "" };
      imap.deliver(proved(exchangeReply({ ...about, start: "DTSTART:20261123T110000Z" })).toString());
      const answered = async (): Promise<boolean> =>
        (await (await fetch(server.url + pathOf(1), { headers })).text()).includes("PARTSTAT=ACCEPTED");
      await until(answered);
      // Each guest of each event got a mail, and all copies of a mail are identical.
      const told = sink.mails.map(({ to, read }) => `${to[0]} ${read.messageId}`);
      expect(new Set(told).size).toBe(ROUNDS * GUESTS.length);
      const texts = sink.mails.map(({ read }) => `${read.messageId} ${read.text}`);
      expect(new Set(texts).size).toBe(ROUNDS * GUESTS.length);
      server.child.kill("SIGKILL");
      await server.ended;
      const again = await start();
      await until(
        () => imap.commands.filter((command) => command.startsWith("UID SEARCH")).length >= ROUNDS + 2,
      );
      const inbox = await fetch(`${again.url}/dav/scheduling/elin/inbox/`, {
        method: "PROPFIND",
        headers: { ...headers, depth: "1" },
      });
      expect((await inbox.text()).match(/\.ics</g)).toHaveLength(1);
      expect(named().size).toBe(ROUNDS * GUESTS.length);
      again.child.kill("SIGTERM");
      expect(await again.ended).toBe(0);
    },
  );
});
