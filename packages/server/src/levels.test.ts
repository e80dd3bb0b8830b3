import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, afterEach, describe, expect, it } from "vitest";
import type { CalendarId, ObjectId, PrincipalId, ShareLevel } from "./app/types.ts";
import { exportFile } from "./feeds/export.ts";
import { DavClient, xmlBody } from "./testing/dav-client.ts";
import { eachWithJmap } from "./testing/each-with-jmap.ts";
import type { Answer } from "./testing/jmap-client.ts";
import { vevent } from "./testing/test-jmap.ts";
import { setAudience } from "./testing/set-audience.ts";

/** The table of docs/specification.md, section 6: the rights of each level. */
const RIGHTS = ((): ReadonlyMap<string, ReadonlyMap<string, boolean>> => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/specification.md"), "utf8");
  const [, table = ""] = /<!-- table: rights -->\n([^]*?)<!-- end -->/.exec(text) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
  const [head = [], , ...body] = rows;
  return new Map(
    body.map(([right = "", ...cells]) => [
      right,
      new Map(cells.map((cell, at) => [head[at + 1] ?? "", cell === "yes"])),
    ]),
  );
})();
const LEVELS = ["none", "freeBusy", "read", "write", "edit", "manage"] as const;

const SECRET = "Kejsarpingvin";
const TIMES = ["DTSTART:20261123T120000Z", "DURATION:PT1H"];
const DAY = { utcStart: "2026-11-23T00:00:00Z", utcEnd: "2026-11-24T00:00:00Z" };
const OWN = "/dav/calendars/elin/calendar/";
const MEETING = [
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:nils@example.com",
];

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
let dav: DavClient;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  dav = new DavClient(jmap.app, nils.actor);
});
afterEach(async () => {
  expect(jmap.reported).toEqual([]);
});

/** The last calendar that takes events can't be deleted. */
const addCalendar = (): Promise<Answer> => elin.call("Calendar/set", { create: { k: { name: "Another" } } });

let count = 0;
/** Puts an event of the owner's; returns its id and path. */
const put = async (...lines: readonly string[]): Promise<{ id: string; path: string; uid: string }> => {
  const uid = `e${++count}`;
  const text = vevent(uid, ...TIMES, `SUMMARY:${SECRET}`, ...lines);
  return { id: await jmap.put(elin.actor, calendarId, `${uid}.ics`, text), path: `${OWN}${uid}.ics`, uid };
};
/** The same as if the sharee had made it. */
const putTheirs = async (): Promise<{ id: string; path: string; uid: string }> => {
  const made = await put();
  await jmap.app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(elin.accountId as PrincipalId);
    const stored = await tx.objects.byId(made.id as ObjectId);
    if (!stored) throw new Error("it is not there");
    const creatorId = nils.actor.principalId;
    await tx.objects.replace({ ...stored, creatorId, modseq }, stored.etag, creatorId);
  });
  return made;
};
/** A call's answer; undefined if the person can't see the account. */
const asked = async (name: string, args: object): Promise<Answer> => {
  const { methodResponses } = await nils.request([[name, { accountId: elin.accountId, ...args }]]);
  const [[said, answer]] = methodResponses;
  return said === name ? answer : undefined;
};
const set = async (
  type: string,
  args: object,
  verb: "created" | "updated" | "destroyed",
): Promise<boolean> => {
  const done = (await asked(`${type}/set`, args))?.[verb];
  return Array.isArray(done) ? done.length > 0 : Object.keys(done ?? {}).length > 0;
};
const isDone = async (answer: Promise<{ readonly status: number }>): Promise<boolean> =>
  (await answer).status < 300;
const textOf = async (id: string): Promise<string> => jmap.icalendar(elin.actor, id);

interface Operation {
  readonly what: string;
  /** The right in the table that decides it. */
  readonly right: string;
  /**
   * Does it as the sharee by one protocol. @returns whether it was done, judged by its effect, not only by the answer
   */
  readonly by: Readonly<Record<string, () => Promise<boolean>>>;
}

const event = (fields: object): object => ({
  "@type": "Event",
  calendarIds: { [calendarId]: true },
  title: "New",
  start: "2026-11-23T09:00:00",
  timeZone: "Europe/Stockholm",
  ...fields,
});
const hasGone = async (id: string): Promise<boolean> =>
  (await elin.call("CalendarEvent/get", { ids: [id] })).notFound.length === 1;

const OPERATIONS: readonly Operation[] = [
  {
    what: "see when it is busy",
    right: "mayReadFreeBusy",
    by: {
      JMAP: async () => {
        await put();
        // Without what everybody here may see, whatever their level.
        await setAudience(jmap.app, "nobody");
        const answer = await asked("Principal/getAvailability", {
          accountId: nils.accountId,
          id: elin.accountId,
          ...DAY,
        });
        return (answer?.list.length ?? 0) > 0;
      },
      CalDAV: async () => {
        await put();
        const range = '<c:time-range start="20261123T000000Z" end="20261124T000000Z"/>';
        return (await dav.report(OWN, "c:free-busy-query", range)).body.includes("FREEBUSY");
      },
    },
  },
  {
    what: "read an event",
    right: "mayReadItems",
    by: {
      JMAP: async () => {
        const { id } = await put();
        return (await asked("CalendarEvent/get", { ids: [id] }))?.list[0]?.title === SECRET;
      },
      "a search": async () => {
        await put();
        return ((await asked("CalendarEvent/query", { filter: { text: SECRET } }))?.ids.length ?? 0) > 0;
      },
      CalDAV: async () => (await dav.get((await put()).path)).body.includes(SECRET),
      "a file": async () => {
        await put();
        const file = await exportFile(jmap.app, nils.actor, {
          calendarId: calendarId,
          name: "a.ics",
          objectId: undefined,
        });
        return (await file.text()).includes(SECRET);
      },
    },
  },
  {
    what: "add an event",
    right: "mayWriteOwn",
    by: {
      JMAP: () => set("CalendarEvent", { create: { k: event({}) } }, "created"),
      CalDAV: () => isDone(dav.put(`${OWN}new.ics`, [...vevent("new", ...TIMES), ""].join("\r\n"))),
    },
  },
  {
    what: "change an event of their own that nobody organises",
    right: "mayWriteOwn",
    by: {
      JMAP: async () => {
        const { id } = await putTheirs();
        await set("CalendarEvent", { update: { [id]: { title: "Changed" } } }, "updated");
        return (await textOf(id)).includes("SUMMARY:Changed");
      },
      CalDAV: async () => {
        const { id, path, uid } = await putTheirs();
        await dav.put(path, [...vevent(uid, ...TIMES, "SUMMARY:Changed"), ""].join("\r\n"));
        return (await textOf(id)).includes("SUMMARY:Changed");
      },
    },
  },
  {
    what: "change what somebody else made and nobody organises",
    right: "mayWriteAll",
    by: {
      JMAP: async () => {
        const { id } = await put();
        await set("CalendarEvent", { update: { [id]: { title: "Changed" } } }, "updated");
        return (await textOf(id)).includes("SUMMARY:Changed");
      },
      CalDAV: async () => {
        const { id, path, uid } = await put();
        await dav.put(path, [...vevent(uid, ...TIMES, "SUMMARY:Changed"), ""].join("\r\n"));
        return (await textOf(id)).includes("SUMMARY:Changed");
      },
    },
  },
  {
    what: "change what somebody else organises",
    right: "mayWriteAll",
    by: {
      JMAP: async () => {
        const { id } = await put(...MEETING);
        await set("CalendarEvent", { update: { [id]: { title: "Changed" } } }, "updated");
        return (await textOf(id)).includes("SUMMARY:Changed");
      },
      CalDAV: async () => {
        const { id, path, uid } = await put(...MEETING);
        await dav.put(path, [...vevent(uid, ...TIMES, "SUMMARY:Changed", ...MEETING), ""].join("\r\n"));
        return (await textOf(id)).includes("SUMMARY:Changed");
      },
    },
  },
  {
    what: "delete what somebody else organises",
    right: "mayWriteAll",
    by: {
      JMAP: async () => {
        const { id } = await put(...MEETING);
        await set("CalendarEvent", { destroy: [id] }, "destroyed");
        return hasGone(id);
      },
      CalDAV: async () => {
        const { id, path } = await put(...MEETING);
        await dav.delete(path);
        return hasGone(id);
      },
    },
  },
  {
    what: "have a colour of one's own on an event",
    right: "mayUpdatePrivate",
    by: {
      JMAP: async () => {
        const { id } = await put();
        return set("CalendarEvent", { update: { [id]: { color: "teal" } } }, "updated");
      },
      CalDAV: async () => {
        const { path } = await put();
        const { body } = await dav.get(path);
        return isDone(dav.put(path, body.replace("END:VEVENT", "COLOR:teal\r\nEND:VEVENT")));
      },
    },
  },
  {
    what: "answer as oneself",
    right: "mayRSVP",
    by: {
      JMAP: async () => {
        const { id } = await put(...MEETING);
        const { participants } = await elin.event(id);
        const [mine] = Object.entries<Answer>(participants).find(([, one]) =>
          String(one.calendarAddress).includes("nils"),
        ) ?? [""];
        const answer = { [`participants/${mine}/participationStatus`]: "accepted" };
        await set("CalendarEvent", { update: { [id]: answer } }, "updated");
        return /PARTSTAT=ACCEPTED[^\n]*nils/.test((await textOf(id)).replaceAll("\r\n ", ""));
      },
    },
  },
  {
    what: "share it with others",
    right: "mayShare",
    by: {
      JMAP: async () => {
        const ylva = await jmap.client("ylva");
        const rights = { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true };
        const share = { [`shareWith/${ylva.accountId}`]: rights };
        await set("Calendar", { update: { [calendarId]: share } }, "updated");
        return elin.accountId in (await ylva.session()).accounts;
      },
      CalDAV: async () => {
        await jmap.client("ylva");
        const ace = (login: string, privilege: string): string =>
          `<d:ace><d:principal><d:href>/dav/principals/${login}/</d:href></d:principal>` +
          `<d:grant><d:privilege><d:${privilege}/></d:privilege></d:grant></d:ace>`;
        const body = xmlBody("d:acl", ace("nils", "all") + ace("ylva", "read"));
        return isDone(dav.send("ACL", OWN, { body }));
      },
      "a link": () =>
        set("PublicLink", { create: { l: { calendarId, label: "Alla", detail: "full" } } }, "created"),
    },
  },
  {
    what: "describe it for everybody",
    right: "mayShare",
    by: {
      JMAP: async () => {
        await set("Calendar", { update: { [calendarId]: { description: "Ny" } } }, "updated");
        return (await elin.calendars())[0].description === "Ny";
      },
    },
  },
  {
    what: "delete it",
    right: "mayDelete",
    by: {
      JMAP: async () => {
        await addCalendar();
        return set("Calendar", { destroy: [calendarId], onDestroyRemoveEvents: true }, "destroyed");
      },
      CalDAV: async () => {
        await addCalendar();
        return isDone(dav.delete(OWN));
      },
    },
  },
];

/** Operations that only the owner may do, at every level. */
const NEVER: readonly Omit<Operation, "right">[] = [
  {
    what: "read what is marked private or secret",
    by: {
      JMAP: async () => {
        const ids = [(await put("CLASS:PRIVATE")).id, (await put("CLASS:CONFIDENTIAL")).id];
        return JSON.stringify((await asked("CalendarEvent/get", { ids })) ?? {}).includes(SECRET);
      },
      "a search": async () => {
        await put("CLASS:PRIVATE");
        await put("CLASS:CONFIDENTIAL");
        return ((await asked("CalendarEvent/query", { filter: { text: SECRET } }))?.ids.length ?? 0) > 0;
      },
      CalDAV: async () => {
        const paths = [(await put("CLASS:PRIVATE")).path, (await put("CLASS:CONFIDENTIAL")).path];
        const bodies = await Promise.all(paths.map(async (path) => (await dav.get(path)).body));
        return bodies.some((body) => body.includes(SECRET));
      },
      "a file": async () => {
        await put("CLASS:PRIVATE");
        await put("CLASS:CONFIDENTIAL");
        const file = await exportFile(jmap.app, nils.actor, {
          calendarId: calendarId,
          name: "a.ics",
          objectId: undefined,
        });
        return (await file.text()).includes(SECRET);
      },
    },
  },
  {
    what: "tell that something secret is there",
    by: {
      JMAP: async () => {
        const { id } = await put("CLASS:CONFIDENTIAL");
        return ((await asked("CalendarEvent/get", { ids: [id] }))?.list.length ?? 0) > 0;
      },
      CalDAV: async () => {
        const { path } = await put("CLASS:CONFIDENTIAL");
        return (await dav.get(path)).status !== (await dav.get(`${OWN}nothing.ics`)).status;
      },
    },
  },
  {
    what: "change or delete what is private",
    by: {
      JMAP: async () => {
        const { id } = await put("CLASS:PRIVATE");
        const changed = await set("CalendarEvent", { update: { [id]: { title: "x" } } }, "updated");
        return changed || set("CalendarEvent", { destroy: [id] }, "destroyed");
      },
      CalDAV: async () => {
        const { path, uid } = await put("CLASS:PRIVATE");
        const put_ = dav.put(path, [...vevent(uid, ...TIMES, "SUMMARY:x"), ""].join("\r\n"));
        return (await isDone(put_)) || isDone(dav.delete(path));
      },
    },
  },
  {
    what: "give it to somebody",
    by: {
      JMAP: async () =>
        (await asked("Calendar/handOver", { id: calendarId, to: nils.accountId, keep: null })) !== undefined,
    },
  },
];

async function share(level: ShareLevel | "none"): Promise<void> {
  if (level === "none") return;
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({
      calendarId: calendarId as CalendarId,
      principalId: nils.accountId as PrincipalId,
      level,
    }),
  );
}

it("reads a table with every right and level", () => {
  expect([...new Set(OPERATIONS.map(({ right }) => right))].toSorted()).toEqual(
    [...RIGHTS.keys()].toSorted(),
  );
  for (const levels of RIGHTS.values())
    for (const level of LEVELS.slice(1)) expect(levels.has(level)).toBe(true);
});

describe.each(LEVELS)("level %s", (level) => {
  const cases = OPERATIONS.flatMap(({ what, right, by }) =>
    Object.entries(by).map(([how, task]) => ({
      what,
      how,
      task,
      may: RIGHTS.get(right)?.get(level) ?? false,
    })),
  );
  it.each(cases)("may as the table says, $may: $what, by $how", async ({ task, may }) => {
    await share(level);
    expect(await task()).toBe(may);
  });

  const never = NEVER.flatMap(({ what, by }) =>
    Object.entries(by).map(([how, task]) => ({ what, how, task })),
  );
  it.each(never)("may not $what, by $how", async ({ task }) => {
    await share(level);
    expect(await task()).toBe(false);
  });
});
