import type { Actor } from "../app/actor.ts";
import { eventsById } from "../app/objects/event-pages.ts";
import { putObject } from "../app/write/put-object.ts";
import type { CalendarId, ObjectId, ShareLevel } from "../app/types.ts";
import { jmapHandlers, type JmapHandlers } from "../jmap/server.ts";
import { JmapClient } from "./jmap-client.ts";
import { openTestApp, type TestApp, type TestAppOptions, calendarOf } from "./test-app.ts";

export interface TestJmap extends TestApp {
  readonly handlers: JmapHandlers;
  /** Errors that the server reported; a test that expects none finds this empty. */
  readonly reported: unknown[];
  /** Runs the timers of the next `ms` milliseconds, in order. */
  pass(ms: number): Promise<void>;
  /** Whether sessions are still valid; tests turn it off. */
  signedIn: boolean;
  client(login: string): Promise<JmapClient>;
  /** Stores iCalendar text as a CalDAV client would; returns the id of the stored object. */
  put(actor: Actor, calendarId: string, uri: string, lines: readonly string[]): Promise<string>;
  /** Shares a calendar with somebody, and tells nobody. */
  share(calendarId: string, client: JmapClient, level: ShareLevel): Promise<void>;
  /** The stored iCalendar text of an event, as a CalDAV client would get it. */
  icalendar(actor: Actor, id: string): Promise<string>;
}

/** JMAP's handlers over the real use cases, without a socket, in a time that tests let pass. */
export async function openTestJmap(options: TestAppOptions = {}): Promise<TestJmap> {
  const test = await openTestApp(options);
  const time = manualTime();
  const reported: unknown[] = [];
  const jmap: TestJmap = {
    ...test,
    reported,
    signedIn: true,
    pass: time.pass,
    handlers: jmapHandlers(test.app, {
      publicUrl: "https://snart.test",
      report: (error) => void reported.push(error),
      schedule: time.schedule,
      isStillSignedIn: async () => jmap.signedIn,
    }),
    client: async (login) => new JmapClient(jmap.handlers, await test.person(login)),
    share: (calendarId, { actor }, level) =>
      test.app.storage.write((tx) =>
        tx.calendars.setShare({
          calendarId: calendarId as CalendarId,
          principalId: actor.principalId,
          level,
        }),
      ),
    async put(actor, calendarId, uri, lines) {
      const text = [...lines, ""].join("\r\n");
      const stored = await putObject(test.app, actor, await calendarOf(test.app, calendarId), uri, text, {});
      if (!stored.ok) throw new Error(JSON.stringify(stored.problem));
      return stored.value.now.stored.id;
    },
    async icalendar(actor, id) {
      const found = await eventsById(test.app, actor, actor.principalId, [id as ObjectId]);
      const text = found.ok ? found.value[0]?.stored.icalendar : undefined;
      if (text === undefined) throw new Error(`there is no event ${id}`);
      return text;
    },
    async close() {
      jmap.handlers.close();
      await test.close();
    },
  };
  return jmap;
}

/** A VCALENDAR around the lines of a VEVENT, with the properties that every VEVENT needs. */
export const vevent = (uid: string, ...lines: readonly string[]): readonly string[] => [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Example//Client//EN",
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20261101T120000Z",
  ...lines,
  "END:VEVENT",
  "END:VCALENDAR",
];

function manualTime() {
  let now = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    schedule: (ms: number, run: () => void): (() => void) => {
      const item = { at: now + ms, run };
      due.add(item);
      return () => due.delete(item);
    },
    pass: async (ms: number): Promise<void> => {
      const end = now + ms;
      for (;;) {
        await settled();
        const [next] = [...due].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        due.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}
