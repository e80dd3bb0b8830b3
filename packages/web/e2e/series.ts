import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type RunningServer } from "./fixtures.ts";
import type { Page } from "@playwright/test";

const SCRIPT = join(import.meta.dirname, "../../../conformance/python-caldav/series_dates.py");
const PASSWORD = "correct horse battery";
export const CALENDAR = "Series";

/** A separate calendar on a separate server, with its owner signed in. */
export class SeriesCalendar {
  readonly #server: RunningServer;
  readonly #page: Page;
  #home = "";

  constructor(server: RunningServer, page: Page) {
    this.#server = server;
    this.#page = page;
  }

  /** Makes the account and the calendar. */
  async open(): Promise<void> {
    const made = await this.#page.request.post(`${this.#server.url}/auth/setup`, {
      data: {
        token: this.#server.setupToken,
        displayName: "Elin Sand",
        email: "elin@example.com",
        password: PASSWORD,
        language: "en-GB",
        timeZone: "Europe/Stockholm",
      },
      headers: { origin: this.#server.url },
    });
    expect(made.ok()).toBe(true);
    this.#home = `${this.#server.url}/dav/calendars/elin/series/`;
    const body = `<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>${CALENDAR}</D:displayname></D:prop></D:set></C:mkcalendar>`;
    const response = await this.#dav("", {
      method: "MKCALENDAR",
      body,
      headers: { "content-type": "application/xml" },
    });
    expect(response.status).toBe(201);
  }

  #dav(name: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Basic ${btoa(`elin:${PASSWORD}`)}`);
    return fetch(this.#home + name, { ...init, headers });
  }

  /** Puts an event as another client would. */
  async put(title: string, lines: readonly string[]): Promise<void> {
    const uid = title.replaceAll(" ", "-");
    const head = [`UID:${uid}`, "DTSTAMP:20261001T100000Z", `SUMMARY:${title}`];
    const override = lines.indexOf("OVERRIDE");
    const own = override < 0 ? lines : lines.slice(0, override);
    const more = override < 0 ? [] : lines.slice(override + 1);
    const event = (parts: readonly string[]) => ["BEGIN:VEVENT", ...head, ...parts, "END:VEVENT"];
    const text = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Client//EN",
      ...event(["X-CLIENT:kept", ...own]),
      ...(more.length > 0 ? event(more) : []),
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const response = await this.#dav(`${uid}.ics`, { method: "PUT", body: text });
    expect(response.status, await response.text()).toBe(201);
  }

  /** The text of an event on the server, unfolded, without what every writing stamps; null if there is none. */
  async text(title: string): Promise<string | null> {
    const response = await this.#dav(`${title.replaceAll(" ", "-")}.ics`);
    if (response.status === 404) return null;
    const lines = (await response.text()).replace(/\r\n[ \t]/g, "").split("\r\n");
    return lines.filter((line) => !/^(DTSTAMP|SEQUENCE|LAST-MODIFIED)[:;]/.test(line)).join("\n");
  }

  /** The names of the objects in the calendar. */
  async names(): Promise<readonly string[]> {
    const response = await this.#dav("", { method: "PROPFIND", headers: { depth: "1" } });
    const hrefs = [...(await response.text()).matchAll(/series\/([^<]+)<\/D?:?href>/gi)];
    return hrefs.map(([, name]) => name ?? "").toSorted();
  }

  /** When everything takes place, as python-caldav says: expanded by the server, and by itself. */
  async dates(
    first: string,
    last: string,
  ): Promise<{ readonly server: string[]; readonly client: string[] }> {
    const { stdout } = await promisify(execFile)(
      "/usr/bin/python3",
      [SCRIPT, `${this.#server.url}/dav/`, "elin", PASSWORD, CALENDAR, first, last, "Europe/Stockholm"],
      { env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TZ: "Pacific/Chatham" }, maxBuffer: 10_000_000 },
    );
    return JSON.parse(stdout) as { server: string[]; client: string[] };
  }
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** A week of the calendar in the app, in the form of `dates`; the names of the blocks are their spoken names. */
export async function shownInWeek(page: Page, monday: Date): Promise<string[]> {
  const names = await page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(`, ${CALENDAR}\\.$`) })
    .evaluateAll((blocks) => blocks.map((block) => block.getAttribute("aria-label") ?? ""));
  return names.map((name) => asLine(name, monday)).toSorted();
}

function asLine(name: string, monday: Date): string {
  const said = /^(.+?), \w+day (\d+) (\w+), (?:(all day)|(\d\d:\d\d) to (\d\d:\d\d))/i.exec(name);
  if (!said) return `not understood: ${name}`;
  const [, title, dayText, monthText = "", allDay, from, to] = said;
  const [day, month] = [Number(dayText), MONTHS.indexOf(monthText)];
  // The week knows the year: within it, or just beside it.
  const year = monday.getUTCFullYear() + (monday.getUTCMonth() === 11 && month === 0 ? 1 : 0);
  const date = new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  return allDay ? `${title} | ${date} | ${date}` : `${title} | ${date} ${from} | ${date} ${to}`;
}
