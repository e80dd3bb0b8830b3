import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addUser } from "../../packages/server/src/app/accounts/add-user.ts";
import { updateProfile } from "../../packages/server/src/app/accounts/profile.ts";
import type { Actor } from "../../packages/server/src/app/actor.ts";
import { uploadBlob } from "../../packages/server/src/app/blobs.ts";
import { createCalendar } from "../../packages/server/src/app/calendars/create-calendar.ts";
import { startImport } from "../../packages/server/src/app/calendars/import-job.ts";
import { putObject } from "../../packages/server/src/app/write/put-object.ts";
import {
  calendarOf,
  firstCalendarOf,
  openTestApp,
  type TestApp,
} from "../../packages/server/src/testing/test-app.ts";
import { readDocument } from "./documents.ts";

// Every row of §5 with what is refused, and as what: the words stand in the document, and this holds them.

let test: TestApp;
let elin: Actor;
let calendarId: string;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  calendarId = await firstCalendarOf(test.app, elin);
});
afterEach(() => test.close());

type Outcome = { readonly ok: true } | { readonly ok: false; readonly problem: { readonly code: string } };
const codeOf = (outcome: Outcome): string => (outcome.ok ? "stored" : outcome.problem.code);

const event = (...lines: readonly string[]): string[] => [
  "BEGIN:VEVENT",
  "UID:a",
  "DTSTAMP:20261120T100000Z",
  ...lines,
  "END:VEVENT",
];
const START = "DTSTART:20261123T120000Z";
const calendar = (...lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//C//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const put = async (text: string, uri = "a.ics", id = calendarId): Promise<string> =>
  codeOf(await putObject(test.app, elin, await calendarOf(test.app, id), uri, text, {}));
const made = (fields: object) =>
  createCalendar(test.app, elin, elin.principalId, { uri: "c", name: "C", ...fields } as Parameters<
    typeof createCalendar
  >[3]);
const person = async (fields: object): Promise<string> => {
  const whole = { email: "bo@example.com", displayName: "Bo", password: "lång nog för alla", isAdmin: false };
  return codeOf(await addUser(test.app, { ...whole, preferences: {}, ...fields }));
};
const imported = async (content: string): Promise<string> => {
  const blob = await uploadBlob(
    test.app,
    elin,
    elin.principalId,
    "text/calendar",
    new TextEncoder().encode(content),
  );
  if (!blob.ok) return blob.problem.code;
  const request = { blobId: blob.value.id, calendarId } as Parameters<typeof startImport>[3];
  return codeOf(await startImport(test.app, elin, elin.principalId, request));
};
const attendees = Array.from({ length: 501 }, (_, i) => `ATTENDEE:mailto:p${i}@example.com`);

/** What breaks the rule of a row, and the codes with which it is refused. */
const CASES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  "iCalendar text": async () => [await put("no calendar"), await put(calendar("BEGIN:VEVENT"))],
  "Calendar object": async () => [await put(calendar(...event(START), ...event(START)))],
  METHOD: async () => [await put(calendar("METHOD:REQUEST", ...event(START)))],
  Dates: async () => [
    await put(calendar(...event("DTSTART:18001123T120000Z"))),
    await put(calendar(...event())),
  ],
  Rules: async () => [await put(calendar(...event(START, "RRULE:FREQ=SOMETIMES")))],
  "Component type": async () => {
    const tasks = await made({ components: ["VTODO"] });
    if (!tasks.ok) throw new Error(tasks.problem.code);
    return [await put(calendar(...event(START)), "a.ics", tasks.value.calendar.id)];
  },
  UID: async () => {
    await put(calendar(...event(START)));
    const other = calendar(...event(START)).replace("UID:a", "UID:b");
    return [await put(calendar(...event(START)), "again.ics"), await put(other)];
  },
  Participants: async () => [
    await put(calendar(...event(START, "ORGANIZER:mailto:elin@example.com", ...attendees))),
  ],
  Size: async () => [await put(calendar(...event(START, `DESCRIPTION:${"x".repeat(1024 * 1024)}`)))],
  Name: async () => [codeOf(await made({ name: "" })), codeOf(await made({ name: "x".repeat(201) }))],
  "E-mail": async () => [
    await person({ email: "bo" }),
    await person({ email: `${"x".repeat(250)}@example.com` }),
    await person({ email: "elin@example.com" }),
  ],
  Password: async () => [await person({ password: "kort" }), await person({ password: "x".repeat(1025) })],
  "Time zone": async () => [
    codeOf(await updateProfile(test.app, elin, { preferences: { timeZone: "Europe/Atlantis" } })),
  ],
  "Imported file": async () => [
    await imported("no calendar"),
    await imported(`BEGIN:VCALENDAR${"x".repeat(32 * 1024 * 1024)}`),
  ],
};

const rows = (): readonly (readonly [name: string, codes: readonly string[]])[] => {
  const [, section = ""] =
    /^## 5\. [^\n]*\n([\s\S]*?)^## 6/m.exec(readDocument("docs/specification.md")) ?? [];
  return [...section.matchAll(/^\| ([^|]+) \| (?:[^|]+) \| ([^|]+) \|$/gm)]
    .map(
      ([, name = "", refused = ""]) =>
        [name.trim(), [...refused.matchAll(/`([\w-]+)`/g)].map(([, it = ""]) => it)] as const,
    )
    .filter(([, codes]) => codes.length > 0);
};

describe("the validation rules of the specification", () => {
  it("are all tried here", () => {
    expect(rows().map(([name]) => name)).toEqual(Object.keys(CASES));
  });
  it("keep an end before the start, as is written", async () => {
    expect(rows().some(([name]) => name === "Dates")).toBe(true);
    expect(await put(calendar(...event(START, "DTEND:20261123T110000Z")))).toBe("stored");
  });
  it.each(rows())("refuse what breaks the rule of %s as is written", async (name, codes) => {
    const refused = (await CASES[name]?.()) ?? [];
    expect(refused.filter((code) => !codes.includes(code))).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
  });
});
