/** The plainest of CalDAV clients: the suites use it to change and inspect the server, beside the tested client. */
export class PlainClient {
  readonly #url: string;
  readonly #login: string;
  constructor(url: string, login: string) {
    this.#url = url;
    this.#login = login;
  }

  async send(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const authorization = `Basic ${btoa(`${this.#login}:${this.#login}`)}`;
    return fetch(`${this.#url}/dav/calendars/${this.#login}/${path}`, {
      method,
      headers: { authorization, "content-type": "text/calendar; charset=utf-8", ...headers },
      ...(body !== undefined && { body }),
    });
  }
  async put(path: string, text: string): Promise<void> {
    const response = await this.send("PUT", path, text);
    if (!response.ok) throw new Error(`PUT ${path} answered ${response.status}: ${await response.text()}`);
  }
  async get(path: string): Promise<string> {
    const response = await this.send("GET", path);
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
    return text;
  }
  async delete(path: string): Promise<void> {
    const response = await this.send("DELETE", path);
    if (!response.ok) throw new Error(`DELETE ${path} answered ${response.status}`);
  }
  /** The entity tags in a calendar by the last segment of their URLs. */
  async list(calendar: string): Promise<ReadonlyMap<string, string>> {
    const body = '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>';
    const response = await this.send("PROPFIND", `${calendar}/`, body, {
      depth: "1",
      "content-type": "application/xml",
    });
    const text = await response.text();
    if (response.status !== 207) throw new Error(`PROPFIND ${calendar} answered ${response.status}: ${text}`);
    const found = text.matchAll(/<d:href>[^<]*\/([^</]+)<\/d:href>.*?<d:getetag>([^<]*)</g);
    return new Map([...found].map(([, name = "", etag = ""]) => [decodeURIComponent(name), etag]));
  }
  /** The texts in a calendar, in no particular order. */
  async texts(calendar: string): Promise<readonly string[]> {
    const names = [...(await this.list(calendar)).keys()];
    return Promise.all(names.map((name) => this.get(`${calendar}/${encodeURIComponent(name)}`)));
  }
}

export const eventText = (uid: string, summary: string, ...lines: readonly string[]): string =>
  `${[
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Conformance//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    ...(lines.some((line) => line.startsWith("DTSTART"))
      ? []
      : ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z"]),
    `SUMMARY:${summary}`,
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n")}\r\n`;
