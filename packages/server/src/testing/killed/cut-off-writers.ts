import { basic } from "../http-server.ts";

/** What an object may be after its server was cut off: what was acknowledged last, or what was on its way. `null`: not there. */
interface Written {
  acknowledged: string | null;
  etag: string | undefined;
  onItsWay: string | null | undefined;
}

const text = (name: string, version: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${name}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:version ${version} — å ä ö\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** Objects of one writer. */
const NAMES = 12;
const XML = { "content-type": "application/xml; charset=utf-8" };

/**
 * Writers that make, replace and remove objects as fast as they can until their server is gone, and afterwards say whether it has all
 * that it acknowledged; and one client that learns of everything by sync tokens alone.
 */
export class CutOffWriters {
  /** how many writes were acknowledged */
  acknowledged = 0;
  readonly #home: string;
  readonly #authorization: string;
  readonly #all = new Map<string, Written>();
  readonly #known = new Map<string, string>();
  #token = "";
  #version = 0;

  /** @param login of an existing person, who has a calendar named `calendar` and no object in it */
  constructor(login: string, password: string) {
    this.#home = `/dav/calendars/${login}/calendar/`;
    this.#authorization = basic(login, password);
  }

  /** Writes with so many writers until the server does not answer. Throws if it refuses anything. */
  async run(url: string, writers: number): Promise<void> {
    await Promise.all(Array.from({ length: writers }, (_, writer) => this.#write(url, writer)));
  }

  async #write(url: string, writer: number): Promise<void> {
    for (let turn = 0; ; turn++) {
      const name = `${writer}-${Math.floor(Math.random() * NAMES)}`;
      const written = this.#all.get(name) ?? { acknowledged: null, etag: undefined, onItsWay: undefined };
      this.#all.set(name, written);
      const isRemoval = written.acknowledged !== null && turn % 4 === 3;
      written.onItsWay = isRemoval ? null : text(name, ++this.#version);
      const condition: Record<string, string> =
        written.acknowledged === null ? { "if-none-match": "*" } : { "if-match": written.etag ?? "" };
      const response = await this.#send(url, isRemoval ? "DELETE" : "PUT", `${name}.ics`, {
        headers: { "content-type": "text/calendar; charset=utf-8", ...condition },
        ...(written.onItsWay !== null && { body: written.onItsWay }),
      });
      if (!response) return;
      if (!response.ok)
        throw new Error(`${isRemoval ? "DELETE" : "PUT"} of ${name} answered ${response.status}`);
      const etag = response.headers.get("etag") ?? undefined;
      Object.assign(written, { acknowledged: written.onItsWay, etag, onItsWay: undefined });
      this.acknowledged++;
    }
  }

  /** @returns undefined if the server went away */
  async #send(url: string, method: string, name: string, init: RequestInit): Promise<Response | undefined> {
    const headers = { authorization: this.#authorization, ...(init.headers as Record<string, string>) };
    try {
      const response = await fetch(url + this.#home + name, { ...init, method, headers });
      // An answer that is cut off in the middle is none.
      const body = await response.arrayBuffer();
      return new Response(response.status === 204 ? null : body, response);
    } catch {
      return undefined;
    }
  }

  /** @returns a line for each object in a state that it can't have, and for each difference between the follower's copy and the calendar */
  async audit(url: string): Promise<readonly string[]> {
    const wrong: string[] = [];
    const present = new Map<string, string>();
    for (const [name, written] of this.#all) {
      const response = await this.#answer(url, "GET", `${name}.ics`);
      const found = response.status === 404 ? null : await response.text();
      const etag = response.headers.get("etag") ?? undefined;
      if (found !== written.acknowledged && found !== written.onItsWay)
        wrong.push(`${name}: ${found ?? "missing"}`);
      if (found === written.acknowledged && written.etag && etag !== written.etag)
        wrong.push(`${name}: another etag`);
      if (found !== null) present.set(`${name}.ics`, etag ?? "");
      // The write on its way has either happened or not; from here on that is known.
      Object.assign(written, { acknowledged: found, etag, onItsWay: undefined });
    }
    await this.#follow(url);
    for (const [name, etag] of present)
      if (this.#known.get(name) !== etag)
        wrong.push(`${name}: the follower has ${this.#known.get(name) ?? "none"}`);
    for (const name of this.#known.keys())
      if (!present.has(name)) wrong.push(`${name}: the follower has it still`);
    return wrong;
  }

  async #answer(url: string, method: string, name: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.#send(url, method, name, init);
    if (!response) throw new Error(`${method} ${name} was not answered`);
    return response;
  }

  /** Asks for the changes since the last token (RFC 6578), and for everything the first time. */
  async #follow(url: string): Promise<void> {
    const body = `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${this.#token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
    const answer = await (await this.#answer(url, "REPORT", "", { headers: XML, body })).text();
    for (const [, member = ""] of answer.matchAll(/<d:response>(.*?)<\/d:response>/gs)) {
      const name = /<d:href>[^<]*\/([^</]+)<\/d:href>/.exec(member)?.[1] ?? "";
      const etag = /<d:getetag>([^<]*)<\/d:getetag>/.exec(member)?.[1]?.replaceAll("&quot;", '"');
      if (etag === undefined) this.#known.delete(name);
      else this.#known.set(name, etag);
    }
    this.#token = /<d:sync-token>([^<]*)<\/d:sync-token>/.exec(answer)?.[1] ?? "";
  }
}
