import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RestoredCalendar } from "@snart/calendar/jmap/backups.ts";
import type { ServerProcess } from "../server-process.ts";
import { everyRow } from "./filled-database.ts";
import { DavApp, icalendar, LivingPlace } from "./living-server.ts";

const start = (day: number): string => `DTSTART:202612${day}T120000Z`;
const event = (uid: string, title = uid): string =>
  icalendar(uid, [start(20), `SUMMARY:${title}`, "X-KEPT;A=b:as it was"]);
const MEETING = icalendar("meeting", [
  start(21),
  "SUMMARY:Meeting",
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:nils@example.com",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:guest@elsewhere.example",
]);

describe.each(["SQLite", "PostgreSQL"] as const)("a part of a backup, in a living server with %s", (kind) => {
  let place: LivingPlace;
  let server: ServerProcess;
  let elin: DavApp;
  let nils: DavApp;
  let backup: string;

  beforeEach(async () => {
    place = await LivingPlace.make(kind);
    await place.person("elin");
    await place.person("nils");
    server = await place.start();
    elin = new DavApp(server.url, "elin");
    nils = new DavApp(server.url, "nils");
    for (const uid of ["gone", "changed", "kept", "moved"]) await elin.put(`calendar/${uid}.ics`, event(uid));
    await elin.put("calendar/task.ics", icalendar("task", ["SUMMARY:Task"], "VTODO"));
    await elin.put("calendar/meeting.ics", MEETING);
    await elin.send("MKCALENDAR", "other/");
    await elin.put("other/one.ics", event("one"));
    await elin.send("POST", "calendar/kept.ics?action=attachment-add", "a file", {
      "content-type": "text/plain",
      "content-disposition": "attachment; filename=a.txt",
    });
    await nils.put("calendar/his.ics", event("his"));
    expect((await place.snart(["backup", "copies"])).code).toBe(0);
    backup = join("copies", readdirSync(join(place.folder, "copies"))[0] ?? "");
  });
  afterEach(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
    await place.drop();
  });

  const restore = async (...words: string[]): Promise<RestoredCalendar[]> => {
    const { code, out, err } = await place.snart(["restore", backup, "--json", ...words]);
    expect([code, err]).toEqual([0, ""]);
    return (JSON.parse(out) as { calendars: RestoredCalendar[] }).calendars;
  };
  /** What leaves a server, and what others have. */
  const outside = async (): Promise<Record<string, unknown>> => {
    const rows = await everyRow(place.target);
    const named = [...rows].filter(([name]) => /outbox|inbox|notification|notice|message|mail/.test(name));
    expect(named.length).toBeGreaterThan(3);
    return Object.fromEntries([...named, ["his", await nils.since("calendar", "")]]);
  };

  it(
    "comes back as it was, is seen by calendar apps, and is told to nobody",
    { timeout: 240_000 },
    async () => {
      const withFile = await elin.text("calendar/kept.ics");
      const meeting = await elin.text("calendar/meeting.ics");
      const { token } = await elin.since("calendar", "");
      for (const name of ["gone", "task", "meeting", "kept"]) await elin.remove(`calendar/${name}.ics`);
      await elin.put("calendar/changed.ics", event("changed", "by now"));
      await elin.put("calendar/later.ics", event("later"));
      await elin.send("DELETE", "other/");
      await nils.put("calendar/his.ics", event("his", "by now"));
      const destination = { destination: `${server.url}/dav/calendars/elin/calendar/renamed.ics` };
      await elin.send("MOVE", "calendar/moved.ics", undefined, destination);
      const before = await outside();
      const state = await elin.since("calendar", token);

      const rehearsed = await restore("--only", "person=elin@example.com", "--dry-run");
      expect(rehearsed).toMatchObject([
        {
          uri: "calendar",
          isNew: false,
          events: 5,
          tasks: 1,
          missing: 4,
          same: 1,
          differing: 1,
          refused: {},
        },
        { uri: "other", isNew: true, events: 1, tasks: 0, missing: 1, same: 0, differing: 0 },
      ]);
      expect(await elin.since("calendar", state.token)).toMatchObject({ names: [] });
      expect(await elin.text("calendar/gone.ics")).toBe(404);

      expect(await restore("--only", "person=elin@example.com")).toEqual(rehearsed);
      expect((await elin.since("calendar", state.token)).names).toEqual([
        "gone.ics",
        "kept.ics",
        "meeting.ics",
        "task.ics",
      ]);
      expect(await elin.text("calendar/gone.ics")).toBe(event("gone"));
      expect(await elin.text("calendar/meeting.ics")).toBe(meeting);
      expect(`${meeting}`.replaceAll("\r\n ", "")).toContain("guest@elsewhere.example");
      expect(await elin.text("calendar/kept.ics")).toBe(withFile);
      const file = /ATTACH[^:]*:(\S+)/.exec(`${withFile}`.replaceAll("\r\n ", ""))?.[1] ?? "";
      const authorization = `Basic ${Buffer.from("elin:lång nog för alla").toString("base64")}`;
      const path = new URL(file, server.url).pathname;
      expect(await (await fetch(server.url + path, { headers: { authorization } })).text()).toBe("a file");
      expect(await elin.text("calendar/changed.ics")).toBe(event("changed", "by now"));
      expect(await elin.text("calendar/later.ics")).toBe(event("later"));
      expect(await elin.text("calendar/renamed.ics")).toBe(event("moved"));
      expect(await elin.text("calendar/moved.ics")).toBe(404);
      expect(await elin.text("other/one.ics")).toBe(event("one"));
      expect(await nils.text("calendar/his.ics")).toBe(event("his", "by now"));
      expect(await outside()).toEqual(before);
      // Again there is nothing to do.
      expect((await restore("--only", "person=elin@example.com")).map(({ missing }) => missing)).toEqual([
        0, 0,
      ]);
      const log = await place.snart(["audit", "--json"]);
      expect(log.out + (await place.snart(["audit"])).out).toContain("part-restored");
      expect((await place.snart(["doctor"])).code).toBe(0);
      expect(readdirSync(join(place.folder, "data", "backups"))).toEqual([]);
    },
  );

  it(
    "is replaced where that is asked, and what it replaces stays a version",
    { timeout: 240_000 },
    async () => {
      await elin.put("calendar/changed.ics", event("changed", "by now"));
      await elin.remove("calendar/gone.ics");
      await elin.put("other/again.ics", event("gone", "made again"));
      await elin.remove("other/one.ics");
      const { token } = await elin.since("calendar", "");
      const [report] = await restore("--only", "calendar=elin@example.com/calendar", "--replace");
      expect(report).toMatchObject({ differing: 2, missing: 0 });
      expect(await elin.text("calendar/changed.ics")).toBe(event("changed"));
      expect((await elin.since("calendar", token)).names).toEqual(["changed.ics"]);
      // The same UID that was made elsewhere since gets the text, and is not there twice.
      expect(await elin.text("other/again.ics")).toBe(event("gone"));
      expect(await elin.text("calendar/gone.ics")).toBe(404);
      expect(await elin.text("other/one.ics")).toBe(404);
      const versions = (await everyRow(place.target)).get("version") ?? [];
      expect(JSON.stringify(versions)).toContain("SUMMARY:by now");
    },
  );

  it("is refused in a sentence where it can't be", { timeout: 240_000 }, async () => {
    const refused = async (...words: string[]): Promise<[number, string]> => {
      const { code, out, err } = await place.snart(["restore", backup, ...words]);
      expect(out).toBe("");
      return [code, err];
    };
    expect(await refused("--only", "person=nobody@example.com")).toEqual([
      1,
      expect.stringContaining("holds nothing of that name"),
    ]);
    expect(await refused("--only", "everything")).toEqual([2, expect.stringContaining("--only takes")]);
    expect(await refused("--replace")).toEqual([2, expect.stringContaining("go with --only")]);
    const other = { SNART_DATA: join(place.folder, "empty"), SNART_DATABASE_URL: "" };
    const elsewhere = await place.snart(["restore", backup, "--only", "person=elin@example.com"], "", other);
    expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining("is not here")]);
  });
});
