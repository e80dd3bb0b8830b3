import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { unpackArchive } from "./unpack-archive.ts";

const calendar = strToU8("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
const blob = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);
const namesIn = async (bytes: Uint8Array): Promise<readonly string[] | undefined> =>
  (await unpackArchive(blob(bytes)))?.calendars.map(({ name }) => name);

describe("an archive of calendars", () => {
  it("yields its whole calendar files, and nothing else", async () => {
    const big = strToU8(`BEGIN:VCALENDAR\r\n${"X-A:å\r\n".repeat(200_000)}END:VCALENDAR\r\n`);
    const archive = zipSync({
      "README.txt": strToU8("hej"),
      "calendars/Elin.ics": calendar,
      "calendars/Stor.ICS": big,
      "__MACOSX/calendars/._Elin.ics": strToU8("x"),
      "attachments/1/a.ics.pdf": strToU8("x"),
      "../../ut.ics": [calendar, { level: 0 }],
    });
    const unpacked = await unpackArchive(blob(archive));
    const files = unpacked?.calendars;
    expect(unpacked?.others).toEqual(["README.txt"]);
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
    // With any one octet wrong, the archive causes no exception and never yields another calendar.
    for (let at = 0; at < whole.byteLength; at++) {
      const wrong = whole.slice();
      wrong[at] = (wrong[at] ?? 0) ^ 0xff;
      const found = await unpackArchive(blob(wrong));
      expect(found?.calendars.length ?? 1).toBe(1);
    }
  });

  it("is refused when it would never end, or is of too many files", async () => {
    const zeros = new Uint8Array(400_000);
    const bomb = zipSync({ "a.ics": zeros, "b.ics": zeros, "c.ics": zeros });
    expect(bomb.byteLength).toBeLessThan(4_000);
    expect(await unpackArchive(blob(bomb), 1_000_000)).toBeUndefined();
    expect((await unpackArchive(blob(bomb), 1_200_000))?.calendars).toHaveLength(3);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.ics`, calendar]));
    expect(await namesIn(zipSync(many))).toBeUndefined();
  });
});

describe("the attachments in an archive", () => {
  const inner = zipSync({ "hidden.ics": calendar }, { level: 0 });
  const octets = async (content: Blob | undefined) => content && new Uint8Array(await content.arrayBuffer());

  /** An archive as the server writes it: piece by piece, sizes only in the list at its end. */
  function streamed(files: Readonly<Record<string, Uint8Array>>): Blob {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const zip = new Zip((_, piece) => pieces.push(piece as Uint8Array<ArrayBuffer>));
    for (const [name, content] of Object.entries(files)) {
      const file = name.endsWith(".ics") ? new ZipDeflate(name) : new ZipPassThrough(name);
      zip.add(file);
      file.push(content, true);
    }
    zip.end();
    return new Blob(pieces);
  }

  it("comes out octet by octet, also where it is an archive itself, and is no calendar", async () => {
    const files = { "attachments/a/plan.docx": inner, "attachments/b/invite.ics": calendar };
    for (const archive of [
      streamed({ "calendars/Elin.ics": calendar, ...files }),
      blob(
        zipSync({
          "snart-elin": {
            calendars: { "Elin.ics": calendar },
            attachments: { a: { "plan.docx": inner }, b: { "invite.ics": calendar } },
          },
        }),
      ),
    ]) {
      const found = await unpackArchive(archive);
      expect(found?.calendars.map(({ name }) => name)).toEqual(["Elin.ics"]);
      expect([...(found?.attachments.keys() ?? [])]).toEqual(["a", "b"]);
      expect(await octets(await found?.attachments.get("a")?.read())).toEqual(inner);
      expect(await octets(await found?.attachments.get("b")?.read())).toEqual(calendar);
    }
  });

  it("is found by its id alone: twice counts once, names with ways out lead nowhere", async () => {
    const archive = zipSync({
      "calendars/Elin.ics": calendar,
      "__MACOSX/attachments/a/._one.txt": strToU8("x"),
      "attachments/a/one.txt": strToU8("one"),
      "attachments/a/two.txt": strToU8("two"),
      "attachments/../../etc/passwd": strToU8("x"),
      "../attachments/b/../../c.txt": strToU8("x"),
      "/attachments/d/e.txt": strToU8("x"),
      [`attachments/${"i".repeat(300)}/long.txt`]: strToU8("x"),
      "attachments/__proto__/p.txt": strToU8("p"),
    });
    const found = await unpackArchive(blob(archive));
    expect([...(found?.attachments.keys() ?? [])]).toEqual(["a", "__proto__"]);
    expect(await (await found?.attachments.get("a")?.read())?.text()).toBe("one");
  });

  it("is not unpacked past what was said of it, and says so when it is damaged", async () => {
    const archive = zipSync({ "a.ics": calendar, "attachments/a/zeros": new Uint8Array(5_000_000) });
    const list = new TextDecoder("latin1").decode(archive).lastIndexOf("PK\u0001\u0002");
    const lying = archive.slice();
    new DataView(lying.buffer).setUint32(list + 24, 10, true);
    const found = await unpackArchive(blob(lying));
    expect(found?.attachments.get("a")?.size).toBe(10);
    expect(await found?.attachments.get("a")?.read()).toBeUndefined();
    expect(found?.calendars).toHaveLength(1);
  });
});
