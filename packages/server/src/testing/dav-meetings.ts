import { beforeEach, expect } from "vitest";
import type { DavClient } from "./dav-client.ts";
import { sendOutbox } from "./send-outbox.ts";
import { openTestDav } from "./test-dav.ts";

export const meeting = (...components: readonly (readonly string[])[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Client//EN", ...components.flat(), "END:VCALENDAR", ""].join(
    "\r\n",
  );
export const event = (...lines: readonly string[]): readonly string[] => {
  const has = (name: string): boolean => lines.some((line) => line.startsWith(name));
  return [
    "BEGIN:VEVENT",
    "UID:meeting",
    "DTSTAMP:20261101T120000Z",
    ...(has("DTSTART") ? [] : ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z"]),
    ...(has("SUMMARY") ? [] : ["SUMMARY:Lunch"]),
    ...(has("ORGANIZER") ? [] : ["ORGANIZER:mailto:elin@example.com"]),
    ...lines,
    "END:VEVENT",
  ];
};
export const GUESTS = [
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE:mailto:bengt@example.com",
  "ATTENDEE:mailto:cilla@example.com",
];

export const home = (login: string): string => `/dav/calendars/${login}/calendar/`;
export const inbox = (login: string): string => `/dav/scheduling/${login}/inbox/`;

/** `bengt ACCEPTED 2.0`: each attendee's state in a text, component by component. */
export const answers = (text: string): readonly string[] =>
  text
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((component) =>
      [...component.matchAll(/^ATTENDEE(.*):mailto:(\w+)@/gm)]
        .map(([, parameters = "", name]) =>
          [
            name,
            /PARTSTAT=([A-Z-]+)/.exec(parameters)?.[1] ?? "-",
            /SCHEDULE-STATUS=([\d.]+)/.exec(parameters)?.[1],
          ]
            .filter((part) => part !== undefined)
            .join(" "),
        )
        .join(", "),
    );

/** Elin, Bengt and Cilla, who meet by CalDAV. */
export async function openDavMeetings() {
  const test = await openTestDav();
  const elin = await test.client("elin");
  const bengt = await test.client("bengt");
  const cilla = await test.client("cilla");

  /** Puts and delivers. */
  async function put(
    client: DavClient,
    path: string,
    text: string,
    headers: Record<string, string> = {},
  ): Promise<ReturnType<DavClient["put"]>> {
    test.clock.advance(1_000);
    const answer = await client.put(path, text, headers);
    await sendOutbox(test.app);
    return answer;
  }

  const clientOf = (login: string): DavClient => ({ elin, bengt, cilla })[login] ?? elin;

  /** The one object in somebody's calendar. */
  async function copyOf(login: string): Promise<{ path: string; text: string; etag: string; tag: string }> {
    const { hrefs } = await clientOf(login).propfind(home(login), "1", "<d:getetag/>");
    expect(hrefs).toHaveLength(2);
    const path = hrefs[1] ?? "";
    const got = await clientOf(login).get(path);
    const tag = got.headers.get("schedule-tag") ?? "";
    return { path, text: got.body.replace(/\r\n /g, ""), etag: got.etag ?? "", tag };
  }
  const isEmpty = async (login: string): Promise<boolean> =>
    (await clientOf(login).propfind(home(login), "1", "<d:getetag/>")).hrefs.length === 1;

  /** Methods of the messages in somebody's inbox, oldest first. */
  async function received(login: string): Promise<readonly string[]> {
    const { hrefs } = await clientOf(login).propfind(inbox(login), "1", "<d:getetag/>");
    const methods: string[] = [];
    for (const path of hrefs.slice(1))
      methods.push(/METHOD:(\w+)/.exec((await clientOf(login).get(path)).body)?.[1] ?? "");
    return methods.toReversed();
  }

  async function answer(login: string, partstat: string, headers: Record<string, string> = {}) {
    const { path, text, tag } = await copyOf(login);
    const line = new RegExp(`^ATTENDEE[^\r\n]*:mailto:${login}@example.com`, "gm");
    const answered = text.replace(line, `ATTENDEE;PARTSTAT=${partstat}:mailto:${login}@example.com`);
    return put(clientOf(login), path, answered, { "if-schedule-tag-match": tag, ...headers });
  }

  return { test, elin, bengt, cilla, put, copyOf, isEmpty, received, answer, clientOf };
}

export type DavMeetings = Awaited<ReturnType<typeof openDavMeetings>>;

/** Gives each test of a file such a world of its own; what is returned stands for that of the test that is running. */
export function eachDavMeetings(): DavMeetings {
  let now: DavMeetings | undefined;
  beforeEach(async () => {
    const world = await openDavMeetings();
    now = world;
    return () => world.test.close();
  });
  return new Proxy({} as DavMeetings, {
    get(_target, name): unknown {
      if (!now) throw new Error("there is no world outside a test");
      return Reflect.get(now, name);
    },
  });
}
