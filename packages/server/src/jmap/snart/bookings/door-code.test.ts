import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { displayOf } from "../../../app/displays/displays.ts";
import { doorOf } from "../../../app/displays/door.ts";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

const CHECK_IN = { from: "PT15M", within: "PT30M" };
/** The first pass of Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const SEVEN = Date.parse("2026-11-23T06:00:00Z");
const TEN = SEVEN + 3 * HOUR;

let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
});

const rule = (rules: object): Promise<Answer> =>
  elin.call("Bookable/set", { update: { [bookableId]: { rules: { ...LAUNDRY, ...rules } } } });
const utc = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const until = (at: number): void => jmap.clock.advance(at - jmap.app.now());
const book = async (client: typeof nils, start = SEVEN): Promise<string> => {
  const wish = { bookableId, start: utc(start), end: utc(start + 3 * HOUR) };
  return (await client.call("Booking/set", { create: { k: wish } })).created.k.id as string;
};
const say = async (client: typeof nils, method: string, bookingId: string, more: object = {}) => {
  const { methodResponses } = await client.request([[`Booking/${method}`, { bookingId, ...more }]]);
  return methodResponses[0]?.[1] as Answer;
};
const own = async (client: typeof nils): Promise<readonly Answer[]> =>
  (await client.call("Booking/get", { ids: null })).list;

describe("being here with the code at the door", () => {
  const door = async (thing: string): Promise<string> => {
    const made = await elin.call("Display/set", { create: { d: { name: "Door", bookableIds: [thing] } } });
    return made.created.d.token as string;
  };
  const shown = async (token: string): Promise<string> => {
    const display = await displayOf(jmap.app, token);
    const [thing] = display ? (await doorOf(jmap.app, display)).things : [];
    return thing?.code ?? "";
  };
  const withCode = (id: string, code: string) => say(nils, "checkIn", id, { code });
  const WRONG = { code: "wrong-door-code" };
  let token: string;
  let id: string;
  beforeEach(async () => {
    await rule({ checkIn: { ...CHECK_IN, by: ["phoneAtDoor"] }, limits: [] });
    token = await door(bookableId);
    id = await book(nils);
    until(SEVEN);
  });

  it("is said with it alone, as it is typed", async () => {
    expect((await own(nils))[0]?.checkIn).toMatchObject({ isByApp: false, isByCode: true });
    expect(await say(nils, "checkIn", id)).toMatchObject({ code: "door-code-needed" });
    const code = await shown(token);
    expect(code).toMatch(/^\d{6}$/);
    expect(await withCode(id, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ state: "inUse" });
  });

  it("is good for its minute and the next one, on any screen that shows the thing", async () => {
    const [code, other] = [await shown(token), await shown(await door(bookableId))];
    expect(other).not.toBe(code);
    until(SEVEN + MINUTE);
    expect(await shown(token)).not.toBe(code);
    expect(await withCode(id, other)).toMatchObject({ state: "inUse" });
  });

  it("is not good once it is old, nor that of another thing, nor that of a screen that was taken away", async () => {
    const old = await shown(token);
    until(SEVEN + 2 * MINUTE);
    expect(await withCode(id, old)).toMatchObject(WRONG);
    const { managersId } = (await elin.call("Bookable/get", { ids: [bookableId] })).list[0];
    const checkIn = { ...CHECK_IN, by: ["phoneAtDoor"] };
    const sauna = { name: "Sauna", type: "ROOM", managersId, rules: { ...LAUNDRY, checkIn } };
    const { created } = await elin.call("Bookable/set", { create: { b: sauna } });
    const elsewhere = await door(created.b.id as string);
    expect(await withCode(id, await shown(elsewhere))).toMatchObject(WRONG);
    const code = await shown(token);
    const { list } = await elin.call("Display/get", { ids: null });
    const destroy = (list as readonly Answer[])
      .filter(({ bookableIds }) => bookableIds.includes(bookableId))
      .map((one) => one.id as string);
    await elin.call("Display/set", { destroy });
    expect(await withCode(id, code)).toMatchObject(WRONG);
    expect((await own(nils))[0]?.state).toBe("confirmed");
  });

  it("is not found by trying: five wrong ones, and the person waits, who is somebody else than the next", async () => {
    const code = await shown(token);
    const wrong = Array.from({ length: 8 }, (_, n) =>
      String((Number(code) + 7 * n + 1) % 1_000_000).padStart(6, "0"),
    );
    for (const one of wrong.slice(0, 5)) expect(await withCode(id, one)).toMatchObject(WRONG);
    expect(await withCode(id, wrong[5] ?? "")).toMatchObject({ code: "too-many-attempts" });
    expect(await withCode(id, code)).toMatchObject({ code: "too-many-attempts" });
    // Who has nothing to do with it learns nothing, and is counted for nothing.
    expect(await say(bengt, "checkIn", id, { code })).toMatchObject({ type: "notFound" });
    expect(await say(bengt, "checkIn", id, { code: "0" })).toMatchObject({ type: "notFound" });
    expect((await own(nils))[0]?.state).toBe("confirmed");
    until(SEVEN + 16 * MINUTE);
    expect(await withCode(id, await shown(token))).toMatchObject({ state: "inUse" });
  });

  it("is asked of nobody whom the rules believe without it, and of no manager", async () => {
    expect(await say(elin, "checkIn", id)).toMatchObject({ state: "inUse" });
    await rule({ checkIn: { ...CHECK_IN, by: ["phoneAtDoor", "app"] }, limits: [] });
    const next = await book(nils, TEN);
    until(TEN);
    expect(await say(nils, "checkIn", next)).toMatchObject({ state: "inUse" });
    expect(await shown(token)).toMatch(/^\d{6}$/);
    await rule({ checkIn: { ...CHECK_IN, by: ["display"] }, limits: [] });
    expect(await shown(token)).toBe("");
    await rule({ checkIn: { ...CHECK_IN, by: ["phoneAtDoor"] }, limits: [] });
    expect(await shown(token)).toMatch(/^\d{6}$/);
  });
});
