import { membersOf, syncTokenOf, type DavResource } from "../soak/wire.ts";
import type { SeededAccount } from "./seed.ts";
import {
  accepted,
  description,
  eventText,
  freeBusyRequest,
  isAskedOf,
  isOfAnother,
  taskText,
  withProperty,
} from "./texts.ts";
import type { Wire } from "./wire.ts";

const DAV =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"';
const XML = { "content-type": "application/xml; charset=utf-8" };
const CALENDAR_TEXT = { "content-type": "text/calendar; charset=utf-8" };
/** What a calendar client asks of each collection of a home. */
const OF_COLLECTIONS = [
  ..."displayname resourcetype sync-token owner current-user-privilege-set supported-report-set add-member quota-available-bytes"
    .split(" ")
    .map((name) => `<D:${name}/>`),
  ..."calendar-description calendar-timezone supported-calendar-component-set schedule-calendar-transp schedule-default-calendar-URL default-alarm-vevent-date"
    .split(" ")
    .map((name) => `<C:${name}/>`),
  ..."getctag source invite allowed-sharing-modes push-transports pushkey"
    .split(" ")
    .map((name) => `<S:${name}/>`),
  ..."calendar-color calendar-order refreshrate".split(" ").map((name) => `<A:${name}/>`),
].join("");
const HREFS_A_MULTIGET = 50;
/** to find an event of one's own among invitations */
const TRIES = 4;

/** An invitation that its guest has heard of and not answered. */
export interface Invitation {
  readonly guest: DavAccount;
  readonly path: string;
}

/** What is known of the events of everybody, and what was acknowledged. */
export interface LoadWorld {
  readonly wire: Wire;
  /** in a ring: guests are people near the organizer */
  readonly accounts: readonly DavAccount[];
  readonly invitations: Invitation[];
  /** serials by path of what the server acknowledged last; null: it is deleted */
  readonly acknowledged: Map<string, { readonly account: DavAccount; readonly serial: number | null }>;
  /** told of each acknowledged write */
  onWritten(account: DavAccount): void;
}

interface Copy {
  etag: string;
  text: string;
  serial: number;
}

/** An account with its CalDAV clients. */
export class DavAccount {
  readonly index: number;
  readonly seed: SeededAccount;
  readonly #world: () => LoadWorld;
  /** sync-tokens by collection, of each client */
  readonly #tokens: readonly Map<string, string>[];
  /** of the first client: ETags by path of its own calendar, and the texts that it has read or written */
  readonly #etags = new Map<string, string>();
  readonly #copies = new Map<string, Copy>();
  #made = 0;

  constructor(index: number, seed: SeededAccount, clients: number, world: () => LoadWorld) {
    this.index = index;
    this.seed = seed;
    this.#world = world;
    this.#tokens = Array.from({ length: clients }, () => new Map<string, string>());
  }

  get #home(): string {
    return `/dav/calendars/${this.seed.login}/`;
  }
  get calendar(): string {
    return `${this.#home}calendar/`;
  }

  #listHome(due: number) {
    const body = `<D:propfind ${DAV}><D:prop>${OF_COLLECTIONS}</D:prop></D:propfind>`;
    const asked = { headers: { ...XML, depth: "1" }, body, due, expected: [207] };
    return this.#send("PROPFIND home", "PROPFIND", this.#home, asked);
  }

  /** One of its clients asks what is new, and fetches that. */
  async poll(due: number): Promise<void> {
    const client = Math.floor(Math.random() * this.#tokens.length);
    const tokens = this.#tokens[client];
    const answer = await this.#listHome(due);
    if (!answer || !tokens) return;
    for (const [path, token] of tokensIn(answer.text)) {
      const known = tokens.get(path);
      if (known === token) continue;
      // Who asks for the first time is taken to have synchronised before: the first synchronisation is a deed of its own.
      if (known === undefined || (await this.#fetchChanges(path, known, client === 0)))
        tokens.set(path, token);
    }
  }

  /** @returns whether everything that the token covers has arrived */
  async #fetchChanges(path: string, token: string, isFirstClient: boolean): Promise<boolean> {
    const answer = await this.#syncCollection(path, token);
    if (!answer) return false;
    const changed: string[] = [];
    for (const { uri, status } of membersOf(answer.text, path))
      if (status === 404) this.#forget(path + encodeURIComponent(uri));
      else changed.push(path + encodeURIComponent(uri));
    const read = await this.#multiget(path, changed);
    if (!read) return false;
    if (isFirstClient && path === this.calendar)
      for (const one of read) this.#learn(path + encodeURIComponent(one.uri), one);
    return true;
  }

  #syncCollection(path: string, token: string) {
    const body = `<D:sync-collection ${DAV}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/><D:getcontenttype/></D:prop></D:sync-collection>`;
    const asked = { headers: { ...XML, depth: "0" }, body, expected: [207] };
    return this.#send("sync-collection", "REPORT", path, asked);
  }

  async #multiget(path: string, paths: readonly string[]): Promise<readonly DavResource[] | undefined> {
    const read: DavResource[] = [];
    for (let at = 0; at < paths.length; at += HREFS_A_MULTIGET) {
      const hrefs = paths
        .slice(at, at + HREFS_A_MULTIGET)
        .map((one) => `<D:href>${one}</D:href>`)
        .join("");
      const body = `<C:calendar-multiget ${DAV}><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs}</C:calendar-multiget>`;
      const asked = { headers: { ...XML, depth: "1" }, body, expected: [207] };
      const answer = await this.#send("calendar-multiget", "REPORT", path, asked);
      if (!answer) return undefined;
      read.push(...membersOf(answer.text, path));
    }
    return read;
  }

  #learn(path: string, { etag, text, status }: DavResource): void {
    if (status === 404 || text === "") return this.#forget(path);
    this.#etags.set(path, etag);
    const copy = this.#copies.get(path);
    if (copy) Object.assign(copy, { etag, text });
    if (isAskedOf(text, this.seed.email)) this.#world().invitations.push({ guest: this, path });
  }

  #forget(path: string): void {
    this.#etags.delete(path);
    this.#copies.delete(path);
  }

  /** A client with nothing fetches everything. */
  async firstSync(due: number): Promise<void> {
    const answer = await this.#listHome(due);
    if (!answer) return;
    for (const path of tokensIn(answer.text).keys()) {
      const listed = await this.#syncCollection(path, "");
      if (!listed || syncTokenOf(listed.text) === undefined) continue;
      const paths = membersOf(listed.text, path).map(({ uri }) => path + encodeURIComponent(uri));
      await this.#multiget(path, paths);
    }
  }

  /** Reads the ETags of its calendar. */
  async refresh(due: number): Promise<void> {
    const body = `<D:propfind ${DAV}><D:prop><D:getetag/><D:getcontenttype/></D:prop></D:propfind>`;
    const asked = { headers: { ...XML, depth: "1" }, body, due, expected: [207] };
    const answer = await this.#send("PROPFIND calendar", "PROPFIND", this.calendar, asked);
    if (!answer) return;
    this.#etags.clear();
    for (const { uri, etag } of membersOf(answer.text, this.calendar))
      this.#etags.set(this.calendar + encodeURIComponent(uri), etag);
  }

  async lookAt(due: number): Promise<void> {
    const start = new Date(Date.now() + (Math.floor(Math.random() * 60) - 30) * 86_400_000);
    const day = (at: Date): string => `${at.toISOString().slice(0, 10).replaceAll("-", "")}T000000Z`;
    const range = `<C:time-range start="${day(start)}" end="${day(new Date(start.getTime() + 21 * 86_400_000))}"/>`;
    const body = `<C:calendar-query ${DAV}><D:prop><D:getetag/><D:getcontenttype/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${range}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
    const asked = { headers: { ...XML, depth: "1" }, body, due, expected: [207] };
    await this.#send("calendar-query", "REPORT", this.calendar, asked);
  }

  create(due: number): Promise<void> {
    const uid = this.#newUid();
    return this.#putNew("PUT new", uid, eventText(uid, this.seed, []), due);
  }

  createTask(due: number): Promise<void> {
    const uid = this.#newUid();
    return this.#putNew("PUT task", uid, taskText(uid), due);
  }

  /** Half of the time the guests are looked up and asked for their busy times before. */
  async invite(due: number, guests: readonly SeededAccount[]): Promise<void> {
    let isDue: number | undefined = due;
    if (Math.random() < 0.5) {
      for (const guest of guests.slice(0, 1)) await this.#lookUp(guest, due);
      const asked = {
        headers: CALENDAR_TEXT,
        body: freeBusyRequest(this.seed, guests),
        expected: [200],
      };
      await this.#send("free/busy", "POST", `/dav/scheduling/${this.seed.login}/outbox/`, asked);
      isDue = undefined;
    }
    const uid = this.#newUid();
    await this.#putNew("PUT meeting", uid, eventText(uid, this.seed, guests), isDue);
  }

  async #lookUp({ email }: SeededAccount, due: number): Promise<void> {
    const match = email.split("@")[0] ?? "";
    const body = `<D:principal-property-search ${DAV} test="anyof"><D:property-search><D:prop><D:displayname/></D:prop><D:match>${match}</D:match></D:property-search><D:property-search><D:prop><C:calendar-user-address-set/></D:prop><D:match>${match}</D:match></D:property-search><D:prop><D:displayname/><C:calendar-user-address-set/></D:prop></D:principal-property-search>`;
    const asked = { headers: { ...XML, depth: "0" }, body, due, expected: [207] };
    await this.#send("principal search", "REPORT", "/dav/principals/", asked);
  }

  #newUid(): string {
    return `load-${String(this.index)}-${String(Date.now())}-${String(this.#made++)}`;
  }

  async #putNew(kind: string, uid: string, text: string, due: number | undefined): Promise<void> {
    const path = `${this.calendar}${uid}.ics`;
    const headers = { ...CALENDAR_TEXT, "if-none-match": "*" };
    const answer = await this.#send(kind, "PUT", path, {
      headers,
      body: text,
      expected: [201],
      ...(due !== undefined && { due }),
    });
    if (answer) this.#written(path, answer.etag ?? "", text, 0);
  }

  #written(path: string, etag: string, text: string, serial: number): void {
    this.#etags.set(path, etag);
    this.#copies.set(path, { etag, text, serial });
    // A guest's copy becomes the organizer's next version, so it says nothing of what the guest wrote.
    if (!isOfAnother(text, this.seed.email)) this.#world().acknowledged.set(path, { account: this, serial });
    this.#world().onWritten(this);
  }

  /** Some event that is its own and nobody's invitation. */
  async #anyOwn(): Promise<readonly [string, Copy] | undefined> {
    if (this.#etags.size === 0) await this.refresh(performance.now());
    const paths = [...this.#etags.keys()];
    for (let tries = 0; tries < TRIES && paths.length > 0; tries++) {
      const found = await this.#copyOf(paths[Math.floor(Math.random() * paths.length)] ?? "");
      if (found && !isOfAnother(found[1].text, this.seed.email)) return found;
    }
    return undefined;
  }

  /** An object as its client has it: read when it hasn't. */
  async #copyOf(one: string): Promise<readonly [string, Copy] | undefined> {
    const known = this.#copies.get(one);
    if (known) return [one, known];
    const read = await this.#send("GET", "GET", one, { expected: [200, 404] });
    if (read?.status !== 200) {
      if (read) this.#forget(one);
      return undefined;
    }
    const serial = Number(/^X-LOAD-SERIAL:(\d+)/m.exec(read.text)?.[1] ?? 0);
    const copy = { etag: read.etag ?? "", text: read.text, serial };
    this.#copies.set(one, copy);
    return [one, copy];
  }

  changeTitle(due: number): Promise<void> {
    return this.#change("PUT changed", due, (text) =>
      withProperty(text, "SUMMARY", `Renamed ${String(Date.now())}`),
    );
  }

  changeDescription(due: number): Promise<void> {
    return this.#change("PUT changed", due, (text) => withProperty(text, "DESCRIPTION", description()));
  }

  acknowledge(due: number): Promise<void> {
    const now = `${new Date().toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
    return this.#change("PUT changed", due, (text) => withProperty(text, "X-MOZ-LASTACK", now));
  }

  /** Accepts an invitation, as a guest. */
  accept(due: number, path: string): Promise<void> {
    return this.#change("PUT answer", due, (text) => accepted(text, this.seed.email), path);
  }

  async #change(
    kind: string,
    due: number,
    change: (text: string) => string,
    which?: string,
    isAgain = false,
  ): Promise<void> {
    const found = which === undefined ? await this.#anyOwn() : await this.#copyOf(which);
    if (!found) return;
    const [path, copy] = found;
    const serial = copy.serial + 1;
    const text = withProperty(change(copy.text), "X-LOAD-SERIAL", String(serial));
    // What the client had to read first is waited for by nobody but itself.
    const since = which === undefined && !isAgain ? Math.max(due, performance.now() - 1) : performance.now();
    const headers = { ...CALENDAR_TEXT, "if-match": copy.etag };
    const answer = await this.#send(kind, "PUT", path, {
      headers,
      body: text,
      due: since,
      expected: [204, 412, 404],
    });
    if (!answer) return;
    if (answer.status === 204)
      return this.#written(path, answer.etag ?? (await this.#etagOf(path)), text, serial);
    this.#forget(path);
    if (answer.status === 412 && !isAgain) await this.#change(kind, due, change, path, true);
  }

  /** The server may store another text than it was given, and then tells no ETag (RFC 4791 §5.3.4). */
  async #etagOf(path: string): Promise<string> {
    return (await this.#send("GET", "GET", path, { expected: [200, 404] }))?.etag ?? "";
  }

  async remove(due: number): Promise<void> {
    const found = await this.#anyOwn();
    if (!found) return;
    const [path, { etag }] = found;
    const asked = { headers: { "if-match": etag }, due, expected: [204, 404, 412] };
    const answer = await this.#send("DELETE", "DELETE", path, asked);
    this.#forget(path);
    if (answer?.status !== 204) return;
    this.#world().acknowledged.set(path, { account: this, serial: null });
    this.#world().onWritten(this);
  }

  /** @returns what is wrong with an acknowledged write; undefined: it is there */
  async audit(path: string, serial: number | null): Promise<string | undefined> {
    const answer = await this.#send("audit", "GET", path, { expected: [200, 404] });
    if (!answer) return `${path}: could not be read`;
    if (serial === null) return answer.status === 404 ? undefined : `${path}: was deleted and is there`;
    if (answer.status === 404) return `${path}: is missing`;
    const found = Number(/^X-LOAD-SERIAL:(\d+)/m.exec(answer.text)?.[1] ?? -1);
    return found === serial ? undefined : `${path}: version ${String(found)}, acknowledged ${String(serial)}`;
  }

  #send(
    kind: string,
    method: string,
    path: string,
    asked: Omit<Parameters<Wire["send"]>[2], "method" | "path">,
  ) {
    return this.#world().wire.send(kind, this.seed, { method, path, ...asked });
  }
}

/** The sync-tokens of the collections that have one, by path. */
function tokensIn(xml: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, inner = ""] of xml.matchAll(/<(?:\w+:)?response>(.*?)<\/(?:\w+:)?response>/gs)) {
    const token = syncTokenOf(inner);
    const href = /<(?:\w+:)?href>([^<]*)</.exec(inner)?.[1];
    if (token !== undefined && href !== undefined && inner.includes("calendar/>")) found.set(href, token);
  }
  return found;
}
