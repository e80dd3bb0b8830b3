import { setTimeout as wait } from "node:timers/promises";
import { HttpClient, type CalDavAnswer, type CalDavRequest } from "../caldav/http-client.ts";
import type { Findings } from "./findings.ts";
import type { SoakServer } from "./server.ts";

export const PASSWORD = "bench-of-fifty-clients";
const SLOW_MS = 5_000;

/** One client's connection to the server: records each answer that no client should ever see. */
export class Wire {
  readonly login: string;
  readonly server: SoakServer;
  readonly findings: Findings;
  readonly #http: HttpClient;

  constructor(server: SoakServer, login: string, findings: Findings) {
    this.server = server;
    this.login = login;
    this.findings = findings;
    this.#http = new HttpClient(server.url, login, PASSWORD, 2);
  }

  get calendar(): string {
    return `/dav/calendars/${this.login}/calendar/`;
  }

  /**
   * Sends a request. `expected` are the statuses that a client can handle.
   * @returns undefined if the server went away, or the answer became a finding
   */
  async send(
    what: string,
    request: CalDavRequest,
    expected: readonly number[],
  ): Promise<CalDavAnswer | undefined> {
    await this.#untilUp();
    const { ends } = this.server;
    const began = performance.now();
    const answer = await this.#http.send(request).catch((error: unknown) => String(error));
    const undisturbed = ends === this.server.ends && this.server.isUp;
    if (typeof answer === "string") {
      if (undisturbed) this.findings.add(`${what}: connection lost while the server was up`, answer);
      else this.findings.count("cut off by the end of the server");
      return undefined;
    }
    this.findings.count(what);
    if (undisturbed && performance.now() - began > SLOW_MS) this.findings.count(`slower than 5 s: ${what}`);
    if (expected.includes(answer.status)) return answer;
    if (answer.status === 503 && !undisturbed) return undefined;
    const told = `${request.path} answered ${String(answer.status)}: ${answer.text}`;
    this.findings.add(`${what}: ${String(answer.status)}`, told);
    return undefined;
  }

  close(): void {
    this.#http.close();
  }

  async #untilUp(): Promise<void> {
    while (!this.server.isUp) await wait(50);
  }
}

export interface DavResource {
  readonly uri: string;
  readonly status: number;
  readonly etag: string;
  /** the text of the event, where it was asked for */
  readonly text: string;
}

/** The members of a multistatus, by the last segment of their URLs, without the collection itself. */
export function membersOf(xml: string, calendar: string): readonly DavResource[] {
  return [...xml.matchAll(/<(?:\w+:)?response>(.*?)<\/(?:\w+:)?response>/gs)].flatMap(([, inner = ""]) => {
    const href = decodeURIComponent(/<(?:\w+:)?href>([^<]*)</.exec(inner)?.[1] ?? "");
    const status = Number(/<(?:\w+:)?status>HTTP\/1\.1 (\d+)/.exec(inner)?.[1] ?? 200);
    if (href === calendar && status !== 507) return [];
    return [
      {
        uri: href.slice(href.lastIndexOf("/") + 1),
        status,
        etag: unescapeXml(/<(?:\w+:)?getetag>([^<]*)</.exec(inner)?.[1] ?? ""),
        text: unescapeXml(/<(?:\w+:)?calendar-data[^>]*>([^<]*)</.exec(inner)?.[1] ?? ""),
      },
    ];
  });
}

export const syncTokenOf = (xml: string): string | undefined =>
  /<(?:\w+:)?sync-token>([^<]+)</.exec(xml)?.[1];

const unescapeXml = (text: string): string =>
  text
    .replaceAll("&#13;", "\r")
    .replaceAll("&#xD;", "\r")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** An event as the DAV writers make it. */
export const eventText = (uid: string, serial: number): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Snart//Soak//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    `DTSTART;TZID=Europe/Stockholm:202612${String(1 + (serial % 28)).padStart(2, "0")}T090000`,
    "DURATION:PT1H",
    `SUMMARY:soak ${String(serial)} åäö`,
    ...(serial % 5 === 0 ? ["RRULE:FREQ=WEEKLY;COUNT=10"] : []),
    "X-SOAK:kept as it is",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** The serial in a title or a text; 0 where there is none. */
export const serialIn = (text: string): number => Number(/soak (\d+)/.exec(text)?.[1] ?? 0);
export const uidIn = (text: string): string => /^UID:(\S+)/m.exec(text)?.[1] ?? "";
