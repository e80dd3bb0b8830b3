import type { CalDavAnswer } from "../caldav/http-client.ts";
import type { Ledger } from "./ledger.ts";
import { eventText, membersOf, serialIn, syncTokenOf, uidIn, type DavResource, type Wire } from "./wire.ts";

/** A text must come back as it was put, without the time zones that it names by reference (RFC 7809 §3.1.1). */
const BY_NAME = { "caldav-timezones": "F" };
const XML = { "content-type": "application/xml; charset=utf-8", ...BY_NAME };
const DAV = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
const MOST_PAGES = 100;

interface Copy {
  readonly uid: string;
  readonly etag: string;
  readonly serial: number;
}

/** A CalDAV client with a copy of its calendar, updated only by `sync-collection` and `calendar-multiget`. */
export class DavClient {
  readonly wire: Wire;
  readonly copies = new Map<string, Copy>();
  readonly #ledger: Ledger;
  #token = "";

  constructor(wire: Wire, ledger: Ledger) {
    this.wire = wire;
    this.#ledger = ledger;
  }

  /** Fetches the changes, in pages of `limit`. @returns whether it came to the end */
  async sync(limit: number | undefined): Promise<boolean> {
    for (let page = 0; page < MOST_PAGES; page++) {
      const pages = limit === undefined ? "" : `<D:limit><D:nresults>${String(limit)}</D:nresults></D:limit>`;
      const answer = await this.#report(
        "sync-collection",
        `<D:sync-collection ${DAV}><D:sync-token>${this.#token}</D:sync-token><D:sync-level>1</D:sync-level>${pages}<D:prop><D:getetag/></D:prop></D:sync-collection>`,
      );
      if (answer === undefined) return false;
      const members = membersOf(answer.text, this.wire.calendar);
      const hasMore = members.some(({ status }) => status === 507);
      // The first synchronisation lists everything: members that are not listed don't exist.
      if (this.#token === "") this.copies.clear();
      // The token is stored only when everything that it covers has arrived, as a real client does.
      if (!(await this.#take(members.filter(({ status }) => status !== 507)))) return false;
      this.#token = syncTokenOf(answer.text) ?? "";
      if (!hasMore) return true;
    }
    this.wire.findings.add("sync-collection: the pages never end", this.wire.login);
    return false;
  }

  async #take(members: readonly DavResource[]): Promise<boolean> {
    const gone = members.filter(({ status }) => status === 404);
    const changed = members.filter(({ status }) => status !== 404).map(({ uri }) => uri);
    const read = changed.length === 0 ? [] : await this.#multiget(changed);
    if (read === undefined) return false;
    for (const { uri } of gone) this.copies.delete(uri);
    for (const { uri, status, etag, text } of read) {
      if (status === 404) this.copies.delete(uri);
      else this.copies.set(uri, { uid: uidIn(text), etag, serial: serialIn(text) });
    }
    return true;
  }

  async #multiget(uris: readonly string[]): Promise<readonly DavResource[] | undefined> {
    const hrefs = uris
      .map((uri) => `<D:href>${this.wire.calendar}${encodeURIComponent(uri)}</D:href>`)
      .join("");
    const answer = await this.#report(
      "calendar-multiget",
      `<C:calendar-multiget ${DAV}><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs}</C:calendar-multiget>`,
    );
    return answer && membersOf(answer.text, this.wire.calendar);
  }

  /** Makes a new event. */
  async create(uid: string): Promise<void> {
    const serial = this.#ledger.nextSerial();
    await this.#put(`${uid}.ics`, uid, 0, serial, { "if-none-match": "*" });
  }

  /** Replaces an event as this client knows it. */
  async change(uri: string): Promise<void> {
    const copy = this.copies.get(uri);
    if (copy === undefined || copy.serial === 0) return;
    await this.#put(uri, copy.uid, copy.serial, this.#ledger.nextSerial(), { "if-match": copy.etag });
  }

  async #put(
    uri: string,
    uid: string,
    from: number,
    to: number,
    condition: Record<string, string>,
  ): Promise<void> {
    const body = eventText(uid, to);
    const step = this.#ledger.begin(uid, from, to, body);
    const headers = { "content-type": "text/calendar; charset=utf-8", ...BY_NAME, ...condition };
    const request = { method: "PUT", path: this.wire.calendar + encodeURIComponent(uri), headers, body };
    const answer = await this.wire.send("PUT", request, [201, 204, 412]);
    if (answer === undefined) return;
    if (answer.status === 412) return this.#ledger.refuse(uid, step);
    step.acknowledged = true;
    const { etag } = answer.headers;
    if (typeof etag === "string") this.copies.set(uri, { uid, etag, serial: to });
  }

  async remove(uri: string): Promise<void> {
    const copy = this.copies.get(uri);
    if (copy === undefined || copy.serial === 0) return;
    const step = this.#ledger.begin(copy.uid, copy.serial, 0);
    const request = {
      method: "DELETE",
      path: this.wire.calendar + encodeURIComponent(uri),
      headers: { "if-match": copy.etag },
    };
    const answer = await this.wire.send("DELETE", request, [204, 404, 412]);
    if (answer === undefined) return;
    if (answer.status !== 204) return this.#ledger.refuse(copy.uid, step);
    step.acknowledged = true;
    this.copies.delete(uri);
  }

  /** Queries the events of December and their busy times. */
  async look(): Promise<void> {
    const range = '<C:time-range start="20261201T000000Z" end="20270101T000000Z"/>';
    await this.#report(
      "calendar-query",
      `<C:calendar-query ${DAV}><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${range}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
    );
    await this.#report("free-busy-query", `<C:free-busy-query ${DAV}>${range}</C:free-busy-query>`, [200]);
  }

  /** A fresh listing; undefined if that failed. */
  async listed(): Promise<ReadonlyMap<string, string> | undefined> {
    const body = `<D:propfind ${DAV}><D:prop><D:getetag/></D:prop></D:propfind>`;
    const request = { method: "PROPFIND", path: this.wire.calendar, headers: { ...XML, depth: "1" }, body };
    const answer = await this.wire.send("PROPFIND", request, [207]);
    return answer && new Map(membersOf(answer.text, this.wire.calendar).map(({ uri, etag }) => [uri, etag]));
  }

  /** The texts of all members. */
  async texts(): Promise<readonly string[] | undefined> {
    const listed = await this.listed();
    if (listed === undefined) return undefined;
    const uris = [...listed.keys()];
    return uris.length === 0 ? [] : (await this.#multiget(uris))?.map(({ text }) => text);
  }

  #report(
    what: string,
    body: string,
    expected: readonly number[] = [207],
  ): Promise<CalDavAnswer | undefined> {
    const headers = { ...XML, depth: "1" };
    return this.wire.send(what, { method: "REPORT", path: this.wire.calendar, headers, body }, expected);
  }
}
