import { beforeEach } from "vitest";
import type { Answer, JmapClient } from "./jmap-client.ts";
import type { TestAppOptions } from "./test-app.ts";
import { openTestJmap, type TestJmap } from "./test-jmap.ts";

type World<Login extends string> = { readonly jmap: TestJmap } & { readonly [login in Login]: JmapClient };

/**
 * Gives each test of a file a JMAP server of its own, with clients of these people, and closes it afterwards. What is returned stands for
 * those of the test that is running.
 */
export function eachWithJmap<const Login extends string>(
  logins: readonly Login[],
  options?: TestAppOptions,
): World<Login> {
  const now = new Map<string, object>();
  beforeEach(async () => {
    const jmap = await openTestJmap(options);
    now.set("jmap", jmap);
    for (const login of logins) now.set(login, await jmap.client(login));
    return () => jmap.close();
  });
  const standIns = ["jmap", ...logins].map((name) => [name, standIn(() => now.get(name) ?? {})]);
  return Object.fromEntries(standIns) as World<Login>;
}

/** An object that is whatever `current` gives at the moment. */
const standIn = (current: () => object): object =>
  new Proxy(
    {},
    {
      get(_target, name) {
        const value: unknown = Reflect.get(current(), name);
        return typeof value === "function" ? (value.bind(current()) as unknown) : value;
      },
      set: (_target, name, value) => Reflect.set(current(), name, value),
    },
  );

/** What tests of CalendarEvent/set write: a lunch in a person's first calendar, and how it is set. */
export function lunchesOf(person: JmapClient) {
  const place = { calendarId: "" };
  beforeEach(async () => {
    place.calendarId = (await person.calendars())[0].id;
  });
  return {
    calendarId: (): string => place.calendarId,
    lunch: (fields: object = {}) => ({
      "@type": "Event",
      calendarIds: { [place.calendarId]: true },
      title: "Lunch",
      start: "2026-11-23T12:00:00",
      duration: "PT45M",
      timeZone: "Europe/Stockholm",
      ...fields,
    }),
    set: (args: object): Promise<Answer> => person.call("CalendarEvent/set", args),
    everything: (): Promise<Answer> => person.call("CalendarEvent/get", { ids: null }),
    otherCalendar: async (): Promise<string> =>
      (await person.call("Calendar/set", { create: { k: { name: "Other" } } })).created.k.id,
  };
}
