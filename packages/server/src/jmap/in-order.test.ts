import { expect, it } from "vitest";
import { deleteAccount, removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import { vevent } from "../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
const YEAR = 366 * 86_400_000;

// `snart doctor` must not raise a false alarm.
it("a database is in order after whatever people do with objects, calendars and accounts", async () => {
  const inOrderAfter = async (what: string): Promise<void> =>
    expect([what, await jmap.app.storage.examine()]).toEqual([what, []]);
  const [calendar] = await elin.calendars();
  const ids: string[] = [];
  for (const uid of ["a", "b", "c"])
    ids.push(await jmap.put(elin.actor, calendar.id, `${uid}.ics`, vevent(uid, "DTSTART:20261123T120000Z")));
  const [a, b, c] = ids as [string, string, string];
  await elin.call("CalendarEvent/set", { destroy: [a], update: { [b]: { title: "Lunch" } } });
  await inOrderAfter("a deletion");
  await elin.call("CalendarEvent/restore", { ids: [a] });
  await inOrderAfter("a restoration");
  const made = await elin.call("Calendar/set", { create: { k: { name: "One" }, l: { name: "Two" } } });
  const { k, l } = made.created;
  await elin.call("CalendarEvent/set", { update: { [c]: { calendarIds: { [k.id]: true } } } });
  await inOrderAfter("a move");
  await elin.call("Calendar/handOver", { id: k.id, to: nils.accountId, keep: null });
  await nils.call("CalendarEvent/set", { destroy: [c] });
  await inOrderAfter("handing over");
  const destroy = { destroy: [calendar.id], onDestroyRemoveEvents: true };
  await elin.call("Calendar/set", destroy);
  await inOrderAfter("the end of a calendar");
  await elin.call("TrashItem/restore", { ids: [calendar.id] });
  await inOrderAfter("the return of a calendar");
  await elin.call("Calendar/set", destroy);
  jmap.clock.advance(YEAR);
  await jmap.app.storage.write(async (tx) => {
    await tx.changes.forgetLog(jmap.app.now() - YEAR / 2, 1_000);
    await tx.changes.forgetVersions(jmap.app.now(), jmap.app.now(), 1_000);
  });
  await inOrderAfter("what was is forgotten");
  await jmap.put(elin.actor, l.id, "d.ics", vevent("d", "DTSTART:20261123T120000Z"));
  await jmap.app.storage.write((tx) => tx.principals.update(nils.actor.principalId, { isAdmin: true }));
  const deleted = await deleteAccount(jmap.app, nils.actor, elin.actor.principalId, undefined);
  expect(deleted.ok).toBe(true);
  await inOrderAfter("a deleted account");
  jmap.clock.advance(YEAR);
  await removeDeletedAccounts(jmap.app);
  await inOrderAfter("a removed account");
});
