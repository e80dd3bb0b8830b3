import { beforeEach, describe, expect, it } from "vitest";
import { pollPage } from "../../../guest/poll/pages.ts";
import { voteByLink } from "../../../app/polls/vote.ts";
import { guestVotes } from "../../../testing/booking/make-poll.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "../../../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  nils = await jmap.client("nils");
  return () => jmap.close();
});

const OPTIONS = [{ start: "2026-11-23T08:00:00Z" }, { start: "2026-11-24T08:00:00Z" }];
const POLL = { title: "Lucia?", minutes: 90, timeZone: "Europe/Stockholm", options: OPTIONS };

async function made(fields: object = {}) {
  const { created, notCreated } = await elin.call("Poll/set", { create: { p: { ...POLL, ...fields } } });
  expect(notCreated ?? null).toBeNull();
  const { list } = await elin.call("Poll/get", { ids: [created.p.id] });
  const { path } = await elin.call("Poll/link", { id: created.p.id });
  return { poll: list[0], token: String(path).replace("/p/", "") };
}
const records = async (client: JmapClient, id: string) =>
  (await client.call("Poll/get", { ids: [id] })).list[0];

it("is made, changed, decided and removed; the link is the organizer's alone", async () => {
  const { poll } = await made({
    voters: [{ principalId: nils.accountId }, { mail: "bo@example.org", isRequired: true }],
  });
  expect(poll).toMatchObject({
    state: "open",
    isOrganizer: true,
    minutes: 90,
    answered: { some: 0, of: 3 },
    voters: [
      { name: "elin", isOwn: true },
      { name: "nils", isRequired: false },
      { name: "bo", isRequired: true },
    ],
  });
  await expect(nils.call("Poll/link", { id: poll.id })).rejects.toThrow("notFound");
  const [first] = poll.options;
  const answers = { [first.id]: { answer: "ifNeeded", start: first.start } };
  await nils.call("Poll/vote", { id: poll.id, answers, note: "Gärna" });
  expect((await records(elin, poll.id)).options[0].counts).toEqual({ yes: 0, ifNeeded: 1, no: 0 });
  await nils.call("Poll/vote", { id: poll.id, answers: { [first.id]: null } });
  expect((await records(elin, poll.id)).options[0].counts).toEqual({ yes: 0, ifNeeded: 0, no: 0 });
  const update = {
    [poll.id]: { closesAt: "2026-11-22T08:00:00Z", options: [first, { start: "2026-11-25T08:00:00Z" }] },
  };
  expect((await elin.call("Poll/set", { update })).updated).toHaveProperty(poll.id);
  for (const method of ["Poll/finalize", "Poll/remind", "Poll/invite"])
    await expect(
      nils.call(method, {
        id: poll.id,
        ...(method === "Poll/finalize" && { optionId: first.id }),
        ...(method === "Poll/invite" && { voters: [] }),
      }),
    ).rejects.toThrow("notFound");
  expect((await nils.call("Poll/set", { destroy: [poll.id] })).notDestroyed).toHaveProperty(poll.id);
  const done = await elin.call("Poll/finalize", { id: poll.id, optionId: first.id });
  expect(await records(elin, poll.id)).toMatchObject({
    state: "scheduled",
    chosenId: first.id,
    eventId: done.eventId,
  });
  expect((await records(nils, poll.id)).eventId).toBeNull();
  await expect(nils.call("Poll/vote", { id: poll.id, answers })).rejects.toThrow("forbidden");
  expect((await elin.call("Poll/set", { destroy: [poll.id] })).destroyed).toEqual([poll.id]);
  expect((await nils.call("Poll/get", { ids: null })).list).toEqual([]);
});

it.each([
  [{ options: [] }, "invalidProperties"],
  [{ minutes: -1 }, "invalidProperties"],
  [{ title: " " }, "invalidProperties"],
  [{ options: [{ start: "yesterday" }] }, "invalidProperties"],
  [{ voters: [{ principalId: "nobody" }] }, "invalidProperties"],
  [{ voters: [{ mail: "nobody" }] }, "invalidProperties"],
  [{ visibility: "everybody" }, "invalidProperties"],
])("refuses %j", async (fields, type) => {
  const { notCreated } = await elin.call("Poll/set", { create: { p: { ...POLL, ...fields } } });
  expect(notCreated.p.type).toBe(type);
  expect((await elin.call("Poll/get", { ids: null })).list).toEqual([]);
});

it("keeps times in the calendar of a voter who wishes it, and says who of the voters has an account", async () => {
  const { poll } = await made({ voters: [{ principalId: nils.accountId }, { mail: "bo@example.org" }] });
  const [first, second] = poll.options;
  const vote = (answer: string, option: { id: string; start: string }) =>
    nils.call("Poll/vote", { id: poll.id, answers: { [option.id]: { answer, start: option.start } } });
  await vote("yes", first);
  await vote("no", second);
  expect((await records(nils, poll.id)).holdsTimes).toBe(false);
  await nils.call("Poll/holdTimes", { id: poll.id, holdsTimes: true });
  const [seen, own] = [await records(nils, poll.id), await records(elin, poll.id)];
  expect([seen.holdsTimes, own.holdsTimes]).toEqual([true, false]);
  expect(own.voters.map((one: { principalId: unknown }) => one.principalId)).toEqual([
    elin.accountId,
    nils.accountId,
    null,
  ]);
  const { ids } = await nils.call("CalendarEvent/query", { filter: { title: "Lucia?" } });
  const { list } = await nils.call("CalendarEvent/get", { ids, properties: ["start", "status"] });
  expect(list).toMatchObject([{ start: "2026-11-23T09:00:00", status: "tentative" }]);
  for (const client of [elin, await jmap.client("stranger")])
    await expect(client.call("Poll/holdTimes", { id: poll.id, holdsTimes: true })).rejects.toThrow(
      "notFound",
    );
  await elin.call("Poll/set", { update: { [poll.id]: { names: "organiserOnly" } } });
  expect(
    (await records(nils, poll.id)).voters.map((one: { principalId: unknown }) => one.principalId),
  ).toEqual([nils.accountId]);
});

describe.each(["all", "counts", "mine"] as const)("a poll in which voters see %s", (visibility) => {
  describe.each(["shown", "organiserOnly"] as const)("and names are %s", (names) => {
    it("says no more by any route", async () => {
      const { poll, token } = await made({ visibility, names, voters: [{ principalId: nils.accountId }] });
      const asked = poll.options.map(({ id, start }: { id: string; start: string }) => ({
        id,
        start: Date.parse(start),
      }));
      const vote = async (name: string, said: string, note: string): Promise<string> => {
        const form = guestVotes({ options: asked }, said, {
          name,
          note,
          mail: `${name.toLowerCase()}@example.org`,
        });
        const done = await voteByLink(jmap.app, token, form, "192.0.2.1");
        if (!done.ok) throw new Error(done.problem.kind);
        return done.value;
      };
      const bo = await vote("Bosse", "yn", "BosseNote");
      await vote("Sigrid", "ny", "SigridNote");
      const page = async (by: string, more = ""): Promise<string> => {
        const request = new Request(`https://snart.example/p/${by}?lang=en-GB${more}`);
        return (await pollPage(jmap.app, request, by, undefined, "192.0.2.1")).text();
      };
      const routes = {
        organizer: JSON.stringify(await records(elin, poll.id)),
        voter: JSON.stringify([
          await records(nils, poll.id),
          (await nils.call("PollNotification/get", { ids: null })).list,
        ]),
        guest: await page(bo),
        stranger: await page(token),
        guestOfAll: await page(bo, "&votes=all"),
        strangerOfAll: await page(token, "&votes=all"),
      };
      for (const word of ["Bosse", "BosseNote", "Sigrid", "SigridNote"])
        expect(routes.organizer).toContain(word);
      // One's own is always there.
      expect(routes.guest).toContain("BosseNote");
      const isNamed = visibility === "all" && names === "shown";
      for (const [who, text] of Object.entries(routes)) {
        // An address is nobody's to see, and neither is anybody's link.
        expect(text).not.toMatch(/@example\.org|tokenHash/);
        if (who !== "organizer") expect(/Sigrid|SigridNote/.test(text)).toBe(isNamed);
        if (/^(?:voter|stranger)/.test(who)) expect(text.includes("BosseNote")).toBe(isNamed);
      }
      const hasCounts = visibility !== "mine";
      expect(routes.voter.includes('"counts":{')).toBe(hasCounts);
      expect(routes.guest.includes("1 can so far")).toBe(hasCounts);
      expect(routes.stranger.includes("have answered")).toBe(hasCounts);
      const [seen, bell] = JSON.parse(routes.voter) as [
        { voters: { isOwn: boolean; answers: object }[] },
        unknown[],
      ];
      expect(bell).toEqual([]);
      const others = seen.voters.filter(({ isOwn }) => !isOwn);
      expect(others.some(({ answers }) => Object.keys(answers).length > 0)).toBe(visibility === "all");
    });
  });
});
