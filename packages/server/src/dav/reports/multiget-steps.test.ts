import { afterEach, beforeEach, expect, it } from "vitest";
import type { ReadTransaction, Storage } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { eventText, type DavClient } from "../../testing/dav-client.ts";
import { openTestStorage } from "../../testing/storage.ts";
import { openTestDav, type TestDav } from "../../testing/test-dav.ts";

const MEBIBYTE = 1024 * 1024;
const COUNT = 24;
const SIZE = 300_000;
const CALENDAR = "/dav/calendars/elin/calendar/";
let test: TestDav;
let elin: DavClient;
/** Bytes of the texts that were read together, for each time. */
let reads: number[];

/** Notes what is read by address. */
async function watchedStorage(): Promise<Storage> {
  const storage = await openTestStorage();
  return {
    read: (work) =>
      storage.read((tx) => {
        const plain = { ...tx.objects };
        const note = (found: readonly StoredObject[]): void =>
          void reads.push(found.reduce((sum, { size }) => sum + size, 0));
        // A transaction's own object, which ends with it.
        Object.assign(tx.objects, {
          async byUris(...asked) {
            const found = await plain.byUris(...asked);
            note(found);
            return found;
          },
          async byUrisUpTo(...asked) {
            const found = await plain.byUrisUpTo(...asked);
            note(found.small);
            return found;
          },
        } satisfies Partial<ReadTransaction["objects"]>);
        return work(tx);
      }),
    readTogether: (work) => storage.readTogether(work),
    inRequest: (work) => storage.inRequest(work),
    leaveSnapshot: () => storage.leaveSnapshot(),
    readOften: (question, work) => storage.readOften(question, work),
    write: (work, reserve) => storage.write(work, reserve),
    betweenWrites: (work) => storage.betweenWrites(work),
    onAccountChange: (listener) => storage.onAccountChange(listener),
    health: () => storage.health(),
    load: () => storage.load(),
    examine: () => storage.examine(),
    close: () => storage.close(),
  };
}

beforeEach(async () => {
  reads = [];
  test = await openTestDav({ storage: await watchedStorage() });
  elin = await test.client("elin");
});
afterEach(() => test.close());

const multiget = async (): Promise<readonly string[]> => {
  const hrefs = Array.from({ length: COUNT }, (_, n) => `<d:href>${CALENDAR}${n}.ics</d:href>`);
  const body = `<d:prop><c:calendar-data/></d:prop>${hrefs.join("")}<d:href>${CALENDAR}none.ics</d:href>`;
  reads = [];
  return (await elin.report(CALENDAR, "c:calendar-multiget", body)).resources.map(
    ({ href, status, text }) => `${href} ${status ?? text["calendar-data"]?.length}`,
  );
};
const putAll = async (size: number): Promise<void> => {
  for (let n = 0; n < COUNT; n++)
    await elin.put(
      `${CALENDAR}${n}.ics`,
      eventText(`e${n}`, "DTSTART:20261120T100000Z", `DESCRIPTION:${"x".repeat(size)}`),
    );
};

it("a multiget reads as many objects together as their sizes warrant, and answers in the order of the request", async () => {
  await putAll(SIZE);
  const large = await multiget();
  expect(large).toHaveLength(COUNT + 1);
  expect(large.map((line) => line.split(" ")[0])).toEqual([
    ...Array.from({ length: COUNT }, (_, n) => `${CALENDAR}${n}.ics`),
    `${CALENDAR}none.ics`,
  ]);
  expect(large.at(-1)).toBe(`${CALENDAR}none.ics 404`);
  expect(Math.max(...reads)).toBeLessThanOrEqual(MEBIBYTE);
  expect(reads.length).toBeGreaterThanOrEqual((COUNT * SIZE) / MEBIBYTE);
});

it("a multiget of large and small objects answers in the order of the request, each whole", async () => {
  await putAll(10);
  for (const n of [0, 3, 4, 23]) {
    const text = eventText(`e${n}`, "DTSTART:20261120T100000Z", `DESCRIPTION:${"y".repeat(SIZE)}`);
    await elin.put(`${CALENDAR}${n}.ics`, text);
  }
  const lines = await multiget();
  expect(lines.map((line) => line.split(" ")[0]).slice(0, -1)).toEqual(
    Array.from({ length: COUNT }, (_, n) => `${CALENDAR}${n}.ics`),
  );
  const isWhole = (line: string, n: number): boolean =>
    Number(line.split(" ")[1]) > SIZE === [0, 3, 4, 23].includes(n);
  expect(lines.slice(0, -1).every(isWhole)).toBe(true);
});

it("a multiget of small objects reads them all at once", async () => {
  await putAll(10);
  await multiget();
  expect(reads.filter((bytes) => bytes > 0)).toHaveLength(1);
});
