import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../actor.ts";
import { eventText } from "../../testing/dav-client.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";

let world: MailWorld;
let elin: Actor;
let bengt: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  [elin, bengt] = [await world.person("elin"), await world.person("bengt")];
});
afterEach(() => world.close());

const SERIES = "RRULE:FREQ=DAILY;COUNT=3";
const meeting = (organizer: string, guest: string, ...lines: readonly string[]): string =>
  eventText(
    "m",
    "DTSTART:20261124T110000Z",
    "SUMMARY:Meeting",
    `ORGANIZER:mailto:${organizer}`,
    `ATTENDEE:mailto:${organizer}`,
    `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${guest}`,
    ...lines,
  );
const write = async (text: string): Promise<void> => {
  world.clock.advance(1_000);
  await world.put(elin, "m.ics", text);
  expect(await world.send()).toEqual([]);
};
/** Bengt's copies, by whatever name they have. */
const copies = () =>
  world.app.storage.read(async (tx) => {
    const heads = await tx.objects.byUidInAccount(bengt.principalId, "m");
    const found = await tx.objects.byIds(heads.map(({ id }) => id));
    return found.map(({ icalendar }) => icalendar.replaceAll("\r\n ", ""));
  });
const moveTo = ({ principalId, login }: Actor, email: string): Promise<string> =>
  world.app.storage.write((tx) =>
    tx.principals.setAddresses(principalId, { email, formerEmails: [`${login}@example.com`] }),
  );

it.each([["once"], [SERIES]])(
  "a guest who is invited at the new address instead of the old one is not cancelled (%s)",
  async (...lines) => {
    const repeats = lines.filter((line) => line === SERIES);
    await write(meeting("elin@example.com", "bengt@example.com", ...repeats));
    await moveTo(bengt, "bengt@other.example");
    await write(meeting("elin@example.com", "bengt@other.example", ...repeats));
    const [copy, ...more] = await copies();
    expect(more).toEqual([]);
    expect(copy).toContain("mailto:bengt@other.example");
    expect(copy).not.toContain("bengt@example.com");
    expect(copy).not.toContain("STATUS:CANCELLED");
    await write(meeting("elin@example.com", "cilla@example.com", ...repeats));
    expect((await copies())[0]).toContain("STATUS:CANCELLED");
  },
);

it("guests follow an organizer whose calendar app writes the new address", async () => {
  await write(meeting("elin@example.com", "bengt@example.com"));
  await moveTo(elin, "elin@other.example");
  await write(meeting("elin@other.example", "bengt@example.com"));
  await write(meeting("elin@other.example", "bengt@example.com", "LOCATION:Attic"));
  const [copy, ...more] = await copies();
  expect(more).toEqual([]);
  expect(copy).toContain("LOCATION:Attic");
  expect(copy).toContain("ORGANIZER:mailto:elin@other.example");
});

it("a person at two addresses of the same meeting is invited once, and cancelled once", async () => {
  await write(meeting("elin@example.com", "bengt@example.com"));
  await moveTo(bengt, "bengt@other.example");
  await write(meeting("elin@example.com", "bengt@example.com", "ATTENDEE:mailto:bengt@other.example"));
  expect(await copies()).toHaveLength(1);
  expect((await copies())[0]).not.toContain("STATUS:CANCELLED");
});

it("nobody else is reached at an address that was somebody's before", async () => {
  await moveTo(bengt, "bengt@other.example");
  await write(meeting("elin@example.com", "bengt@example.com"));
  expect(await copies()).toHaveLength(1);
  expect(world.sink.mails.filter(({ to }) => to.includes("bengt@example.com"))).toEqual([]);
});
