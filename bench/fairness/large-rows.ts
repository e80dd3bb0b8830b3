import { setTimeout as wait } from "node:timers/promises";
import { openImapServer } from "../../packages/server/src/testing/imap-server.ts";
import { AUTH_SERVER, plain, proved } from "../../packages/server/src/testing/mail-corpus.ts";
import { openSmtpSink } from "../../packages/server/src/testing/smtp-sink.ts";
import { atOnce, follow, inTurn, jmap, putAll, puts, type Beside, type Row } from "./loads.ts";
import { HOG, type Hog } from "./site.ts";
import { readSlowly } from "./slow-readers.ts";
import * as texts from "./texts.ts";

const MIB = 1024 * 1024;
/** What an object may have at most. */
const OVERRIDES = 1_000;
/** How long the search index is given to take in what is there, ms. */
const INDEXING = 30_000;
const JSON_TYPE = "application/json";

/** Loads by the size of one body, which no count of objects or requests bounds: prose, files, JSON, mail. */
export function largeRows(n: (full: number) => number, scale: number): readonly Row[] {
  const prose = (uid: string): string => texts.longText(uid, 1_000_000);
  const file = "x".repeat(32 * MIB * scale);
  const members = texts.manyMembers(700_000 * scale);
  return [
    {
      name: "PUT of 40 events of 1 MB of prose, and their search index",
      load: async (hog) => {
        const answer = await puts(n(40), prose)(hog);
        await wait(INDEXING * scale);
        return answer;
      },
    },
    {
      name: "search index of 80 events of 1 MB of prose, after a restart",
      prepare: putAll(n(80), prose),
      load: async () => (await wait(INDEXING * scale), ""),
    },
    { name: "JMAP: a request of 700,000 members, 8 at once", load: atOnce(8, (hog) => posted(hog, members)) },
    {
      name: "uploads of 16 files of 32 MiB, 4 at once",
      load: atOnce(
        4,
        inTurn(Math.ceil(n(16) / 4), async (hog) => (await hog.upload(file), "201")),
      ),
    },
    {
      name: "30 connections download 32 MiB and do not read",
      load: async (hog) => unreadDownloads(hog, await hog.upload(file)),
    },
    {
      name: "60 connections ask JMAP for 10 MB and do not read",
      prepare: putAll(10, (uid) => texts.longText(uid, 1_000_000 * scale)),
      load: (hog) =>
        readSlowly(hog, {
          connections: 60,
          method: "POST",
          path: "/jmap/api",
          type: JSON_TYPE,
          body: everything(hog),
          ms: 75_000,
        }),
    },
    invitations(n(40)),
    {
      name: "feed: a week over a feed of 150 series of 1,000 overrides, expanded",
      load: async (hog) => {
        const read = await follow(hog, texts.seriesFile(n(150), OVERRIDES));
        return `${read}; ${await expanded(hog)}`;
      },
    },
  ];
}

const expanded = jmap("CalendarEvent/query", () => ({
  filter: { after: "2020-01-06T00:00:00", before: "2020-01-13T00:00:00" },
  expandRecurrences: true,
}));

async function posted(hog: Hog, body: string): Promise<string> {
  const headers = { "content-type": JSON_TYPE };
  return String((await hog.client.send({ method: "POST", path: "/jmap/api", headers, body })).status);
}

const unreadDownloads = (hog: Hog, blobId: string): Promise<string> =>
  readSlowly(hog, {
    connections: 30,
    method: "GET",
    path: `/jmap/download/${hog.accountId}/${blobId}/file.bin`,
    body: "",
    ms: 75_000,
  });

const everything = ({ accountId }: Hog): string =>
  JSON.stringify({
    using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"],
    methodCalls: [["CalendarEvent/get", { accountId, ids: null }, "0"]],
  });

/** Invitations to series, from a mailbox that the server reads while others wait. */
function invitations(count: number): Row {
  let mailbox: Awaited<ReturnType<typeof openImapServer>> | undefined;
  return {
    name: "mail: 40 invitations to series of 1,000 overrides",
    async beside(): Promise<Beside> {
      const imap = await openImapServer();
      const smtp = await openSmtpSink();
      mailbox = imap;
      const options = {
        SNART_IMAP_URL: imap.url,
        SNART_MAIL_AUTH_SERVER: AUTH_SERVER,
        SNART_SMTP_URL: smtp.url,
        SNART_MAIL_FROM: "calendar@snart.example",
        SNART_MAIL_REPLIES: "answers@snart.example",
      };
      return { options, close: async () => void (await Promise.all([imap.close(), smtp.close()])) };
    },
    async load(hog): Promise<string> {
      if (!mailbox) throw new Error("no mailbox is open");
      for (let number = 0; number < count; number++)
        mailbox.deliver(invitation(`mail-${String(number)}@bench`));
      const read = (): number => mailbox?.folder("INBOX").filter(({ flags }) => flags.length > 0).length ?? 0;
      for (let left = 600; left > 0 && read() < count; left--) await wait(200);
      const { ids } = (await hog.jmap("CalendarEvent/query")).args as { readonly ids?: readonly string[] };
      return `${String(read())} of ${String(count)} read, ${String(ids?.length)} events`;
    },
  };
}

function invitation(uid: string): Buffer {
  const about = { uid, organizer: "nils@elsewhere.example", attendee: `${HOG}@example.com` };
  const text = texts.invitedTo(texts.seriesText(uid, OVERRIDES), about.organizer, about.attendee);
  return proved(plain({ ...about, from: about.organizer }, "REQUEST", text));
}
