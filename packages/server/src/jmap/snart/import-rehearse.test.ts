import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runImport } from "../../app/calendars/import-job.ts";
import { runJobs } from "../../jobs/run-jobs.ts";
import { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "../../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
let calendarId: string;
beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  calendarId = (await elin.calendars())[0].id;
});
afterEach(() => jmap.close());

const event = (uid: string, start = "20261123T120000Z"): string =>
  vevent(uid, `DTSTART:${start}`, `SUMMARY:${uid.toUpperCase()}`).join("\r\n");
const todo = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:t", "SUMMARY:T", "END:VTODO", "END:VCALENDAR"].join(
  "\r\n",
);
const upload = async (content: string): Promise<string> =>
  ((await (await elin.upload(content)).json()) as { blobId: string }).blobId;
const work = () =>
  runJobs(
    jmap.app,
    new Map([["import", runImport]]),
    (error) => void jmap.reported.push(error),
    () => false,
  );
const eventsOf = async (inCalendar: string): Promise<readonly string[]> =>
  (await elin.call("CalendarEvent/query", { filter: { inCalendar } })).ids;
const start = async (args: object) =>
  (await elin.call("Import/start", { calendarId: null, newCalendarName: "From elsewhere", ...args })).import;
const stateOf = async (id: string) => (await elin.call("Import/get", { ids: [id] })).list[0];

describe("a rehearsal", () => {
  it("counts what would come over all uploads, says what is here and what is left out, and stores nothing", async () => {
    await jmap.put(elin.actor, calendarId, "a.ics", vevent("a", "DTSTART:20261123T120000Z"));
    const broken = event("c").replace("DTSTART:20261123T120000Z", "DTSTART:nonsense");
    const blobIds = [
      await upload(["X-WR-CALNAME:Home", event("a")].join("\r\n").replace(/^(X.*)\r\n(BEGIN.*)/, "$2\r\n$1")),
      await upload([event("b", "20241224T150000"), todo, broken].join("\r\n")),
    ];
    const { rehearsal } = await elin.call("Import/rehearse", { blobIds });
    expect(rehearsal).toEqual({
      name: "Home",
      color: null,
      events: 2,
      tasks: 1,
      others: 0,
      here: 1,
      first: "2024-12-24",
      last: "2026-11-23",
      skipped: [expect.objectContaining({ uid: "c", title: "C", line: expect.any(Number) })],
      skippedCount: 1,
      mended: [],
      mendedCount: 0,
    });
    expect(await eventsOf(calendarId)).toHaveLength(1);
    expect(await elin.calendars()).toHaveLength(1);
  });

  it("is of the person's own uploads", async () => {
    const nils = await jmap.client("nils");
    const blobIds = [await upload(event("a"))];
    expect((await nils.failing("Import/rehearse", { blobIds })).type).toBe("blob-not-found");
    expect((await elin.failing("Import/rehearse", { blobIds: [] })).type).toBe("invalidArguments");
    expect((await elin.failing("Import/rehearse", { blobIds: [...blobIds, "none"] })).type).toBe(
      "blob-not-found",
    );
  });
});

describe("an import of several uploads", () => {
  it("brings all of them into one calendar, and doubles nothing that stands in another", async () => {
    await jmap.put(elin.actor, calendarId, "a.ics", vevent("a", "DTSTART:20261123T120000Z", "SUMMARY:Kept"));
    const [blobId, ...moreBlobIds] = [
      await upload(event("a")),
      await upload(event("b")),
      await upload(event("c")),
    ];
    const started = await start({ blobId, moreBlobIds, onlyNew: true });
    await work();
    expect(await stateOf(started.id)).toMatchObject({ state: "done", added: 2, unchanged: 1, processed: 3 });
    expect(await eventsOf(started.calendarId)).toHaveLength(2);
    expect(await eventsOf(calendarId)).toHaveLength(1);
    expect(await elin.call("Import/undo", { id: started.id })).toMatchObject({ removed: 2 });
  });

  it("that is stopped before it begins brings nothing, and says so", async () => {
    const started = await start({ blobId: await upload(event("a")) });
    const { import: stopped } = await elin.call("Import/stop", { id: started.id });
    expect(stopped).toMatchObject({ isStopped: true, state: "queued" });
    await work();
    expect(await stateOf(started.id)).toMatchObject({ state: "done", isStopped: true, added: 0 });
    expect(jmap.reported).toEqual([]);
  });

  it("keeps what it has brought when it is stopped on its way", async () => {
    const many = Array.from({ length: 450 }, (_, at) => event(`e${at}`)).join("\r\n");
    const started = await start({ blobId: await upload(many) });
    const write = jmap.app.storage.write.bind(jmap.app.storage);
    let writes = 0;
    const storage = Object.create(jmap.app.storage, {
      write: {
        value: async (...args: Parameters<typeof write>) => {
          const answer = await write(...args);
          // The lease is the first, a batch of a hundred the second.
          if (++writes === 2) await elin.call("Import/stop", { id: started.id });
          return answer;
        },
      },
    }) as typeof jmap.app.storage;
    await runJobs(
      { ...jmap.app, storage },
      new Map([["import", runImport]]),
      (error) => void jmap.reported.push(error),
      () => false,
    );
    expect(await stateOf(started.id)).toMatchObject({ state: "done", isStopped: true, added: 100 });
    expect(await eventsOf(started.calendarId)).toHaveLength(100);
    expect(await elin.call("Import/undo", { id: started.id })).toMatchObject({ removed: 100 });
    expect(jmap.reported).toEqual([]);
  });

  it("is nobody else's to stop", async () => {
    const nils = await jmap.client("nils");
    const started = await start({ blobId: await upload(event("a")) });
    expect((await nils.failing("Import/stop", { id: started.id })).type).toBe("notFound");
  });
});

describe("the imports of somebody", () => {
  const listed = async (client: JmapClient, accountId = elin.accountId) =>
    (await client.call("Import/get", { accountId, ids: null })).list.map(({ id }: { id: string }) => id);

  it("are listed for that person alone, the latest first, in whatever browser, until they are undone", async () => {
    const nils = await jmap.client("nils");
    expect(await listed(elin)).toEqual([]);
    const first = await start({ blobId: await upload(event("a")) });
    jmap.clock.advance(60_000);
    const second = await start({ blobId: await upload(event("b")) });
    expect(await listed(elin)).toEqual([second.id, first.id]);
    await work();
    const elsewhere = new JmapClient(jmap.handlers, elin.actor);
    expect(await listed(elsewhere)).toEqual([second.id, first.id]);
    await jmap.share(first.calendarId, nils, "write");
    const asked = { accountId: elin.accountId, ids: null };
    expect((await nils.failing("Import/get", asked)).type).toBe("notFound");
    expect(await listed(nils, nils.accountId)).toEqual([]);
    expect(await elsewhere.call("Import/undo", { id: first.id })).toMatchObject({ removed: 1 });
    expect(await listed(elin)).toEqual([second.id]);
    expect(await stateOf(first.id), "by its id it is told still").toMatchObject({ state: "done", added: 1 });
  });

  it("are no more listed when their calendar is gone", async () => {
    const started = await start({ blobId: await upload(event("a")) });
    await work();
    expect(await listed(elin)).toEqual([started.id]);
    const gone = { destroy: [started.calendarId], onDestroyRemoveEvents: true };
    expect((await elin.call("Calendar/set", gone)).destroyed).toEqual([started.calendarId]);
    expect(await listed(elin)).toEqual([]);
  });

  it("are found though many others import, with names that are made to confuse", async () => {
    const nils = await jmap.client("nils");
    const started = await start({ blobId: await upload(event("a")) });
    const { blobId } = (await (await nils.upload(event("n"))).json()) as { blobId: string };
    const newCalendarName = `{"accountId":"${elin.accountId}","actorId":"${elin.accountId}"`;
    for (let at = 0; at < 45; at++) {
      jmap.clock.advance(1);
      const args = { blobId, calendarId: null, newCalendarName, attachments: { accountId: blobId } };
      await nils.call("Import/start", args);
    }
    expect(await listed(elin)).toEqual([started.id]);
    expect(await listed(nils, nils.accountId)).toHaveLength(40);
  });
});
