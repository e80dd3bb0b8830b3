import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { unpackArchive } from "./unpack-archive.ts";

const calendar = strToU8("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
const blob = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);
const namesIn = async (bytes: Uint8Array): Promise<readonly string[] | undefined> =>
  (await unpackArchive(blob(bytes)))?.map(({ name }) => name);

describe("an archive of calendars", () => {
  it("gives its calendar files, whole, and nothing else", async () => {
    const big = strToU8(`BEGIN:VCALENDAR\r\n${"X-A:å\r\n".repeat(200_000)}END:VCALENDAR\r\n`);
    const archive = zipSync({
      "README.txt": strToU8("hej"),
      "calendars/Elin.ics": calendar,
      "calendars/Stor.ICS": big,
      "__MACOSX/calendars/._Elin.ics": strToU8("x"),
      "attachments/1/a.ics.pdf": strToU8("x"),
      "../../ut.ics": [calendar, { level: 0 }],
    });
    const files = await unpackArchive(blob(archive));
    expect(files?.map(({ name }) => name)).toEqual(["Elin.ics", "Stor.ICS", "ut.ics"]);
    expect(files?.[1]?.size).toBe(big.byteLength);
    expect(await files?.[1]?.text()).toBe(new TextDecoder().decode(big));
    expect(await files?.[2]?.text()).toContain("VCALENDAR");
  });

  it("is none without a calendar, when it is damaged, or when it is something else", async () => {
    const whole = zipSync({ "a.ics": strToU8("å".repeat(50_000)) });
    expect(await namesIn(zipSync({ "a.txt": calendar }))).toBeUndefined();
    expect(await namesIn(whole.slice(0, whole.length / 2))).toBeUndefined();
    expect(await namesIn(strToU8("PK\u0003\u0004 no archive"))).toBeUndefined();
    expect(await namesIn(new Uint8Array())).toBeUndefined();
    const broken = whole.slice();
    broken.fill(0xff, 45, 60);
    expect(await namesIn(broken)).toBeUndefined();
  });

  it("is refused when it would never end, or is of too many files", async () => {
    const zeros = new Uint8Array(400_000);
    const bomb = zipSync({ "a.ics": zeros, "b.ics": zeros, "c.ics": zeros });
    expect(bomb.byteLength).toBeLessThan(4_000);
    expect(await unpackArchive(blob(bomb), 1_000_000)).toBeUndefined();
    expect(await unpackArchive(blob(bomb), 1_200_000)).toHaveLength(3);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.ics`, calendar]));
    expect(await namesIn(zipSync(many))).toBeUndefined();
  });
});
