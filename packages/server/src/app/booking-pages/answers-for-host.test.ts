import { beforeEach, expect, it } from "vitest";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import { eventType, guestForm, openPage, pageFor } from "../../testing/booking/open-page.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import { objectByUri } from "../objects/get-objects.ts";
import { putObject } from "../write/put-object.ts";
import type { PageBooking, PrincipalId, StoredObject } from "../types.ts";
import { bookStart } from "./book-start.ts";
import { confirmGuestBooking } from "./change-guest-booking.ts";
import { guestToken } from "./tokens.ts";

// What guests have answered is for their host alone (and whom the host lets change the event): not for those with whom the calendar is
// shared, not for other hosts, and not for who looks into the room's calendar.

let world: MailWorld;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  nils = await world.person("nils");
  return () => world.close();
});

/** A guest books a time with Elin and Nils in a room, and has answered. */
async function booked(): Promise<{ booking: PageBooking; room: PrincipalId }> {
  const room = await (await bookableMaker(world.app, await world.person("siv")))();
  const ids = [elin.principalId, nils.principalId];
  const members = new Map(ids.map((id) => [id, { isManager: true }]));
  await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const group = await createGroup(world.app, { ...elin, isAdmin: true }, "Board", members);
  if (!group.ok) throw new Error(group.problem.code);
  const type = eventType(ids, {
    mode: "collective",
    rooms: { anyOf: [room], required: true },
    questions: [{ kind: "text", label: { sv: "Varför?" }, required: true }],
  });
  const page = await openPage(world.app, elin, type, {}, group.value);
  const found = await pageFor(world.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const form = guestForm({ mail: "bo@example.org", answers: ["Bygglov\nför en altan"] });
  const done = await bookStart(world.app, found, asked, form, "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  const { token } = await guestToken(world.app, done.value.booking.id);
  const confirmed = await confirmGuestBooking(world.app, token);
  if (!confirmed.ok) throw new Error(confirmed.problem.kind);
  await world.send();
  return { booking: confirmed.value, room };
}

const storedIn = (accountId: PrincipalId, { timeId }: PageBooking): Promise<StoredObject> =>
  world.app.storage.read(async (tx) => {
    const [found] = await tx.objects.byUidInAccount(accountId, timeId);
    const stored = found && (await tx.objects.byId(found.id));
    if (!stored) throw new Error("no event");
    return stored;
  });

async function seenBy(actor: Actor, { calendarId, uri }: StoredObject): Promise<string> {
  const seen = await objectByUri(world.app, actor, calendarId, uri);
  return seen.ok ? seen.value.icalendar.replaceAll("\r\n ", "") : seen.problem.code;
}

it("is seen by the host, and by no other host, no room and no reader of the calendar", async () => {
  const { booking, room } = await booked();
  const own = await storedIn(elin.principalId, booking);
  expect(await seenBy(elin, own)).toMatch(/DESCRIPTION:Varför\?: Bygglov\\nför en altan/);
  for (const account of [nils.principalId, room]) {
    const { icalendar } = await storedIn(account, booking);
    expect(icalendar).toContain("SUMMARY:");
    expect(icalendar.replaceAll("\r\n ", "")).not.toMatch(/Bygglov|altan|answerMarks/);
  }
  const [reader, writer] = [await world.person("reader"), await world.person("writer")];
  for (const [{ principalId }, level] of [
    [reader, "read"],
    [writer, "edit"],
  ] as const)
    await world.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: own.calendarId, principalId, level }),
    );
  expect(await seenBy(reader, own)).toContain("A talk – Bo Ek");
  expect(await seenBy(reader, own)).not.toMatch(/Bygglov|altan|answerMarks/);
  expect(await seenBy(writer, own)).toContain("Bygglov");
});

it("stays for the host when a reader sets an alarm of their own", async () => {
  const { booking } = await booked();
  const own = await storedIn(elin.principalId, booking);
  const reader = await world.person("reader");
  const { principalId } = reader;
  await world.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: own.calendarId, principalId, level: "read" }),
  );
  const seen = await objectByUri(world.app, reader, own.calendarId, own.uri);
  if (!seen.ok) throw new Error(seen.problem.code);
  const alarm =
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:Soon\r\nEND:VALARM\r\nEND:VEVENT";
  const text = seen.value.icalendar.replace("END:VEVENT", alarm);
  const place = { accountId: elin.principalId, id: own.calendarId };
  expect(await putObject(world.app, reader, place, own.uri, text, {})).toMatchObject({ ok: true });
  expect((await storedIn(elin.principalId, booking)).icalendar).toBe(own.icalendar);
});
