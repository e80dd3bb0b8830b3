// What is left of a CalDAV server when everything but SQLite and HTTP is taken away. Run by bare.ts: DATABASE CALENDAR PORT.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { DatabaseSync } from "node:sqlite";
import {
  intervalNode,
  intervalProbe,
} from "../../../packages/server/src/storage/sql/objects/interval-tree.ts";

const [path = "", calendarId = "", port = "0"] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000");

const CALENDAR = "/dav/calendars/bench/calendar/";
const HEAD = `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">`;
const FOOT = "</D:multistatus>";

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
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const withTag = ({ uri, etag }: Row): string =>
  `<D:response><D:href>${CALENDAR}${String(uri)}</D:href><D:propstat><D:prop><D:getetag>"${String(etag)}"</D:getetag><D:resourcetype/></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const withData = ({ uri, etag, icalendar }: Row): string =>
  `<D:response><D:href>${CALENDAR}${String(uri)}</D:href><D:propstat><D:prop><D:getetag>"${String(etag)}"</D:getetag><C:calendar-data>${escape(String(icalendar))}</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const instant = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

function put(uri: string, body: string): number {
  const now = Date.now();
  const etag = createHash("sha256").update(body).digest("base64url");
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
  return current === undefined ? 201 : 204;
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
  const since = Number(/sync-token>(\d*)</.exec(body)?.[1]);
  return (changedSince.all(calendarId, since) as Row[]).map(withTag).join("") + syncToken();
}

function syncToken(): string {
  const { modseq } = account.get(calendarId) as { modseq: number };
  return `<D:sync-token>${String(modseq)}</D:sync-token>`;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function answer(method: string, uri: string, body: string): { status: number; text: string } {
  if (method === "PUT") return { status: put(uri, body), text: "" };
  if (method === "GET") {
    const row = byUri.get(calendarId, uri) as Row | undefined;
    return row ? { status: 200, text: String(row["icalendar"]) } : { status: 404, text: "" };
  }
  const own = `<D:response><D:href>${CALENDAR}</D:href></D:response>`;
  const inner =
    method === "PROPFIND" && !body.includes("sync-token")
      ? own + (all.all(calendarId) as Row[]).map(withTag).join("")
      : report(body);
  return { status: 207, text: HEAD + inner + FOOT };
}

createServer((incoming, outgoing) => {
  void textOf(incoming).then((body) => {
    const url = incoming.url ?? "";
    const { status, text } = answer(incoming.method ?? "GET", url.slice(url.lastIndexOf("/") + 1), body);
    outgoing.writeHead(status, { "content-type": "text/xml", "content-length": Buffer.byteLength(text) });
    outgoing.end(text);
  });
}).listen(Number(port), "127.0.0.1");
