import { expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";

// Dan shares nothing.
const { elin, bo, cia } = eachWithJmap(["elin", "bo", "cia", "dan"]);
const READS = { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true };

const states = async (): Promise<Record<string, string>> => {
  const { list } = await elin.call("AccountState/get", { ids: null });
  return Object.fromEntries(list.map(({ id, state }: { id: string; state: string }) => [id, state]));
};
const share = async (from: typeof bo, rights: object | null): Promise<void> => {
  const [{ id }] = (await from.call("Calendar/get", { ids: null })).list;
  const { updated, notUpdated } = await from.call("Calendar/set", {
    update: { [id]: { [`shareWith/${elin.accountId}`]: rights } },
  });
  expect(notUpdated).toBeNull();
  expect(Object.keys(updated)).toEqual([id]);
};

it("tells the states of all accounts that one reaches, and of no other", async () => {
  expect(Object.keys(await states())).toEqual([elin.accountId]);
  await share(bo, READS);
  await share(cia, { mayReadFreeBusy: true });
  const before = await states();
  expect(Object.keys(before)).toEqual([elin.accountId, bo.accountId, cia.accountId]);
  const { state } = await elin.call("CalendarEvent/get", { accountId: bo.accountId, ids: [] });
  expect(before[bo.accountId]).toBe(state);
  const { list } = await elin.call("AccountState/get", { ids: [bo.accountId] });
  expect(list).toEqual([
    { id: bo.accountId, name: "bo", isPersonal: false, isReadOnly: true, mayCreateCalendar: false, state },
  ]);
  const { accounts } = await elin.session();
  expect(accounts[bo.accountId]).toMatchObject({ name: "bo", isPersonal: false, isReadOnly: true });
});

it("tells of a change in the one account in which it was made, and forgets an account that is lost", async () => {
  await share(bo, READS);
  const before = await states();
  const [{ id }] = (await bo.call("Calendar/get", { ids: null })).list;
  const event = {
    "@type": "Event",
    uid: "m",
    title: "Meeting",
    start: "2026-11-23T10:00:00",
    duration: "PT1H",
  };
  await bo.call("CalendarEvent/set", { create: { m: { ...event, calendarIds: { [id]: true } } } });
  const after = await states();
  expect(after[bo.accountId]).not.toBe(before[bo.accountId]);
  expect(after[elin.accountId]).toBe(before[elin.accountId]);
  await share(bo, null);
  expect(Object.keys(await states())).toEqual([elin.accountId]);
});

it("is asked of one's own account alone", async () => {
  await share(bo, READS);
  const answer = await elin.request([["AccountState/get", { accountId: bo.accountId, ids: null }]]);
  expect(answer.methodResponses[0].slice(0, 2)).toEqual(["error", { type: "accountNotSupportedByMethod" }]);
});
