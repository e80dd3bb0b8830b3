// The minimum of a CalDAV server: only SQLite and HTTP. Run by bare.ts: DATABASE CALENDAR PORT. It sends the octets
// that Snart sends, headers and escapes included, and executes the statements that a correct server can't leave out.
// What Snart answers from memory (who somebody is, what they may do) is not looked up here either.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { DatabaseSync } from "node:sqlite";
import {
  intervalNode,
  intervalProbe,
} from "../../../packages/server/src/storage/sql/objects/interval-tree.ts";

const [path = "", calendarId = "", port = "0"] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000");

const CALENDAR = "/dav/calendars/bench/calendar/";
const HEAD = `<?xml version="1.0" encoding="utf-8"?>\n<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/">`;
const FOOT = "</d:multistatus>";
/** As long as Snart's: each header costs both sides something. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-request-id": "01a203da-3393-701a-baa9-775771038c01",
  DAV: "1, 3, access-control, calendar-access, calendar-auto-schedule, calendar-availability, calendar-managed-attachments, extended-mkcol, calendar-no-timezone, calendar-proxy, calendarserver-sharing",
};
const XML = { "Content-Type": "application/xml; charset=utf-8", Vary: "Brief, Prefer, CalDAV-Timezones" };

const all = database.prepare("select uri, etag from object where calendar_id = ? order by id");
const byUri = database.prepare("select * from object where calendar_id = ? and uri = ?");
const byUris = database.prepare(
  "select * from object where calendar_id = ? and uri in (select value from json_each(?))",
);
const inRange = database.prepare(
  `select * from (
     select * from object where calendar_id = ?1 and interval_node between ?2 and ?3 and end_ms >= ?4 and start_ms < ?5
     union all select * from object where calendar_id = ?1 and interval_node in (select value from json_each(?6)) and end_ms >= ?4
     union all select * from object where calendar_id = ?1 and interval_node in (select value from json_each(?7)) and start_ms < ?5
   ) order by id`,
);
const changedSince = database.prepare(
  "select uri, etag from object where calendar_id = ? and modseq > ? order by modseq",
);
// A client that has synchronised before must also learn what was removed (RFC 6578 §3.5.2).
const removedSince = database.prepare(
  `select uri, modseq from tombstone where calendar_id = ? and type = 'CalendarEvent' and modseq > ? and not exists
     (select object.id from object where object.calendar_id = tombstone.calendar_id and object.uri = tombstone.uri)
   order by modseq`,
);
const account = database.prepare(
  "select account_id, principal.modseq from calendar join principal on principal.id = account_id where calendar.id = ?",
);
const raise = database.prepare("update principal set modseq = ? where id = ?");
const raiseContent = database.prepare("update calendar set content_modseq = ? where id = ?");
const keepVersion = database.prepare(
  `insert into version
     (object_id, modseq, account_id, calendar_id, uri, uid, component, summary, replaced_at, replaced_by, was_removed, icalendar)
   select id, modseq, account_id, calendar_id, uri, uid, component, summary, ?, account_id, 0, icalendar
   from object where id = ?`,
);
const update = database.prepare(
  "update object set icalendar = ?, etag = ?, size = ?, modseq = ?, updated_at = ? where id = ?",
);
const insert = database.prepare(
  `insert into object
     (id, account_id, calendar_id, uri, uid, component, etag, schedule_tag, size, start_ms, end_ms, interval_node,
      is_recurring, summary, created_modseq, modseq, created_at, updated_at, icalendar)
   values (?, ?, ?, ?, ?, 'VEVENT', ?, null, ?, ?, ?, ?, 0, 'Bench', ?, ?, ?, ?, ?)`,
);
const logChange = database.prepare(
  `insert into change (account_id, modseq, type, object_id, calendar_id, change, at, actor_id)
   values (?, ?, 'CalendarEvent', ?, ?, ?, ?, ?)`,
);

type Row = Record<string, unknown>;
/** A bare carriage return would reach the client as a line feed (XML 1.0 §2.11). */
const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");
const response = (uri: unknown, properties: string): string =>
  `<d:response><d:href>${CALENDAR}${String(uri)}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const tagOf = ({ etag }: Row): string => `<d:getetag>&quot;${String(etag)}&quot;</d:getetag>`;
const withTag = (row: Row): string => response(row["uri"], tagOf(row));
const withType = (row: Row): string => response(row["uri"], `${tagOf(row)}<d:resourcetype/>`);
const withData = (row: Row): string =>
  response(row["uri"], `${tagOf(row)}<c:calendar-data>${escape(String(row["icalendar"]))}</c:calendar-data>`);
const gone = ({ uri }: Row): string =>
  `<d:response><d:href>${CALENDAR}${String(uri)}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`;
const instant = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

function put(uri: string, body: string): Answer {
  const now = Date.now();
  const etag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  database.exec("begin immediate");
  const owner = account.get(calendarId) as { account_id: string; modseq: number };
  const modseq = owner.modseq + 1;
  const current = byUri.get(calendarId, uri) as Row | undefined;
  const id = current === undefined ? crypto.randomUUID() : String(current["id"]);
  if (current === undefined) {
    const node = intervalNode(now, now);
    const times = [body.length, now, now, node, modseq, modseq, now, now];
    insert.run(id, owner.account_id, calendarId, uri, uri, etag, ...times, body);
  } else {
    keepVersion.run(now, id);
    update.run(body, etag, body.length, modseq, now, id);
  }
  logChange.run(
    owner.account_id,
    modseq,
    id,
    calendarId,
    current ? "updated" : "created",
    now,
    owner.account_id,
  );
  raise.run(modseq, owner.account_id);
  raiseContent.run(modseq, calendarId);
  database.exec("commit");
  return { status: current === undefined ? 201 : 204, headers: { ETag: `"${etag}"` }, text: "" };
}

function report(body: string): string {
  if (body.includes("propfind")) return syncToken();
  if (body.includes("calendar-multiget")) {
    const uris = [...body.matchAll(/<D:href>[^<]*\/([^<]*)</g)].map((match) => match[1]);
    return (byUris.all(calendarId, JSON.stringify(uris)) as Row[]).map(withData).join("");
  }
  if (body.includes("calendar-query")) {
    const [, start = "", end = ""] = /start="(\w+)" end="(\w+)"/.exec(body) ?? [];
    const [from, to] = [instant(start), instant(end)];
    const { before, after, first, last } = intervalProbe(from, to);
    const lists = [JSON.stringify(before), JSON.stringify(after)];
    return (inRange.all(calendarId, first, last, from, to, ...lists) as Row[]).map(withData).join("");
  }
  const since = Number(/sync-token>[^<]*?(\d*)</.exec(body)?.[1]);
  const changed = (changedSince.all(calendarId, since) as Row[]).map(withTag).join("");
  const removed = since === 0 ? "" : (removedSince.all(calendarId, since) as Row[]).map(gone).join("");
  return changed + removed + syncToken();
}

function syncToken(): string {
  const { modseq } = account.get(calendarId) as { modseq: number };
  return `<d:sync-token>data:,${calendarId}:${String(modseq)}</d:sync-token>`;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function get(uri: string): Answer {
  const row = byUri.get(calendarId, uri) as Row | undefined;
  if (row === undefined) return { status: 404, headers: XML, text: "" };
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8; component=vevent",
    ETag: `"${String(row["etag"])}"`,
    "Last-Modified": new Date(Number(row["updated_at"])).toUTCString(),
    Vary: "CalDAV-Timezones",
  };
  return { status: 200, headers, text: String(row["icalendar"]) };
}

function answer(method: string, uri: string, body: string): Answer {
  if (method === "PUT") return put(uri, body);
  if (method === "GET") return get(uri);
  const inner =
    method === "PROPFIND" && !body.includes("sync-token")
      ? response("", "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>") +
        (all.all(calendarId) as Row[]).map(withType).join("")
      : report(body);
  return { status: 207, headers: XML, text: HEAD + inner + FOOT };
}

createServer((incoming, outgoing) => {
  void textOf(incoming).then((body) => {
    const url = incoming.url ?? "";
    const { status, headers, text } = answer(
      incoming.method ?? "GET",
      url.slice(url.lastIndexOf("/") + 1),
      body,
    );
    const length = status === 204 ? {} : { "Content-Length": Buffer.byteLength(text) };
    outgoing.writeHead(status, { ...HEADERS, ...headers, ...length });
    outgoing.end(text);
  });
}).listen(Number(port), "127.0.0.1");
