import { beforeEach, describe, expect, it } from "vitest";
import { roomMaker } from "../../testing/booking/make-rooms.ts";
import { guestVotes, HOUR, makePoll } from "../../testing/booking/make-poll.ts";
import { MONDAY_NINE } from "../../testing/booking/open-page.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { firstCalendarOf } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { readStored } from "../objects/read-stored.ts";
import type { Poll } from "../types.ts";
import { finalisePoll } from "./finalise-poll.ts";
import { updatePoll } from "./polls.ts";
import { reopenPoll } from "./reopen-poll.ts";
import { voteByLink } from "./vote.ts";

let world: MailWorld;
let elin: Actor;
let nils: Actor;
let read = 0;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  nils = await world.person("nils");
  read = 0;
  return () => world.close();
});

/** The mails that have come since the last look: to whom, with which method of iTIP, and what they say. */
async function mails() {
  expect(await world.send()).toEqual([]);
  const all = world.sink.mails.slice(read);
  read = world.sink.mails.length;
  return all.map(({ to, raw, read: mail }) => ({
    to: to.join(),
    method: /method="?(\w+)/i.exec(raw)?.[1] ?? "",
    text: mail.text ?? "",
  }));
}
const events = async (actor: Actor) => {
  const calendarIds = [await firstCalendarOf(world.app, actor)];
  const found = await world.app.storage.read((tx) =>
    tx.objects.find({ calendarIds, component: "VEVENT", limit: 99 }),
  );
  return found.flatMap((stored) => {
    const event = eventFromObject(readStored(stored));
    return event.ok ? [event.value.status ?? "confirmed"] : [];
  });
};
const decide = async (poll: Poll, at = 0): Promise<void> => {
  const done = await finalisePoll(world.app, elin, poll.id, poll.options[at]?.id ?? "");
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
};
const stored = (poll: Poll) => world.app.storage.read((tx) => tx.polls.byId(poll.id));

const BO = { mail: "bo@example.org", name: "Bo Ek", isRequired: false };

describe("a decision that is taken back", () => {
  it("cancels the event with all who were invited, and tells each voter once", async () => {
    const { poll, token } = await makePoll(world.app, elin, { holdsOptions: true }, [
      BO,
      { principalId: nils.principalId, isRequired: false },
    ]);
    await voteByLink(world.app, token, guestVotes(poll, "yyn", { name: "Siv", mail: "" }), "192.0.2.1");
    await mails();
    await decide(poll);
    expect((await mails()).filter(({ method }) => method === "REQUEST").map(({ to }) => to)).toEqual([
      "bo@example.org",
    ]);
    expect([await events(elin), await events(nils)]).toEqual([["confirmed"], ["confirmed"]]);
    const done = await reopenPoll(world.app, elin, poll.id);
    expect(done.ok && done.value).toMatchObject({ state: "open", chosenId: null, objectId: null });
    const told = await mails();
    expect(told.filter(({ method }) => method === "CANCEL").map(({ to }) => to)).toEqual(["bo@example.org"]);
    const said = told.filter(({ method }) => method === "");
    expect(said.map(({ to }) => to).toSorted()).toEqual(["bo@example.org", "nils@example.com"]);
    for (const { text } of said) expect(text).toMatch(/open again|öppen igen/);
    // Those that were kept are kept again, and whoever had them in their calendar has none.
    expect(await events(elin)).toEqual(["tentative", "tentative", "tentative"]);
    expect((await events(nils)).filter((status) => status !== "cancelled")).toEqual([]);
    // No vote is lost, and the second press changes and says nothing.
    const voters = await world.app.storage.read((tx) => tx.pollVoters.ofPoll(poll.id));
    expect(voters.find(({ name }) => name === "Siv")?.answeredAt).not.toBeNull();
    expect((await reopenPoll(world.app, elin, poll.id)).ok).toBe(true);
    expect(await mails()).toEqual([]);
    expect(await events(elin)).toHaveLength(3);
  });

  it("frees the room, and another decision books it again", async () => {
    const room = await (await roomMaker(world.app, elin))("Common room", ANY_TIME);
    const fits = { options: [{ start: MONDAY_NINE }, { start: MONDAY_NINE + 3 * HOUR }], length: 3 * HOUR };
    const { poll } = await makePoll(world.app, elin, { ...fits, roomId: room });
    const { poll: other } = await makePoll(world.app, elin, { ...fits, roomId: room });
    await decide(poll);
    expect((await reopenPoll(world.app, elin, poll.id)).ok).toBe(true);
    await decide(other);
    expect((await finalisePoll(world.app, elin, poll.id, poll.options[0]?.id ?? "")).ok).toBe(false);
    await decide(poll, 1);
    expect(await events(elin)).toHaveLength(2);
  });

  it("is nobody else's, and not possible once its time has begun, nor without one", async () => {
    const { poll } = await makePoll(world.app, elin);
    await updatePoll(world.app, elin, poll.id, { state: "closed" });
    expect(await reopenPoll(world.app, elin, poll.id)).toMatchObject({ problem: { code: "poll-closed" } });
    await decide(poll);
    expect(await reopenPoll(world.app, nils, poll.id)).toMatchObject({ problem: { code: "not-found" } });
    world.clock.advance(MONDAY_NINE - world.app.now());
    expect(await reopenPoll(world.app, elin, poll.id)).toMatchObject({ problem: { code: "poll-closed" } });
    expect(await stored(poll)).toMatchObject({ state: "scheduled" });
    expect(await events(elin)).toEqual(["confirmed"]);
  });

  it("gives one whose end is past no end, and stands in the audit", async () => {
    const closesAt = world.app.now() + HOUR;
    const { poll } = await makePoll(world.app, elin, { closesAt }, [BO]);
    await decide(poll);
    world.clock.advance(2 * HOUR);
    const done = await reopenPoll(world.app, elin, poll.id);
    expect(done.ok && done.value.closesAt).toBeNull();
    expect(await stored(poll)).toMatchObject({ state: "open", closesAt: null, objectId: null });
    const audit = await world.app.storage.read((tx) => tx.audit.latest(9));
    expect(audit.map(({ action }) => action)).toContain("poll-reopened");
  });
});
