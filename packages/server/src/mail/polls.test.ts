import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { updatePoll } from "../app/polls/polls.ts";
import { finalisePoll } from "../app/polls/finalise-poll.ts";
import { remindSilent } from "../app/polls/voters.ts";
import { pollByLink, voteByLink } from "../app/polls/vote.ts";
import { guestVotes, makePoll } from "../testing/booking/make-poll.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  return () => world.close();
});

const BO = { mail: "Bo@Example.org", name: "Bo Ek", isRequired: true };
const SIV = { mail: "siv@example.org", isRequired: false };

/** The mails that have come since the last look, sent through a real SMTP server and read back. */
let read = 0;
async function mails() {
  expect(await world.send()).toEqual([]);
  const all = world.sink.mails.slice(read);
  read = world.sink.mails.length;
  return all.map(({ to, read: mail }) => ({
    to: to.join(),
    subject: mail.subject ?? "",
    text: mail.text ?? "",
  }));
}
const linkIn = (text: string): string => /https:\/\/snart\.example\/p\/([^\s?]+)/.exec(text)?.[1] ?? "";
beforeEach(() => void (read = 0));

it("asks everybody by name once, each with a link of their own by which they vote", async () => {
  const { poll } = await makePoll(world.app, elin, { names: "organiserOnly" }, [BO, SIV, BO]);
  const asked = await mails();
  expect(asked.map(({ to }) => to)).toEqual(["bo@example.org", "siv@example.org"]);
  expect(asked[0]?.subject).toContain("Luciafika?");
  expect(asked[0]?.text).toContain("elin");
  expect(asked[0]?.text).toContain("09:00");
  // Nothing of one is in what the other gets.
  expect(asked[1]?.text).not.toMatch(/bo@|Bo Ek/i);
  const [bo, siv] = asked.map(({ text }) => linkIn(text));
  expect(new Set([bo, siv]).size).toBe(2);
  expect((await pollByLink(world.app, bo ?? ""))?.own?.name).toBe("Bo Ek");
  expect((await pollByLink(world.app, siv ?? ""))?.own?.name).toBe("siv");
  expect((await voteByLink(world.app, bo ?? "", guestVotes(poll, "yyn"), "192.0.2.1")).ok).toBe(true);
  expect(await mails()).toEqual([]);
});

it("reminds the silent alone, at half time and a day before the end, and never at night", async () => {
  const closesAt = world.app.now() + 4 * DAY;
  const { poll } = await makePoll(world.app, elin, { closesAt }, [BO, SIV]);
  const [, siv] = (await mails()).map(({ text }) => linkIn(text));
  await voteByLink(world.app, siv ?? "", guestVotes(poll, "y..", { mail: "" }), "192.0.2.1");
  world.clock.advance(2 * DAY);
  expect((await mails()).map(({ to }) => to)).toEqual(["bo@example.org"]);
  world.clock.advance(HOUR);
  expect(await mails()).toEqual([]);
  world.clock.advance(DAY - HOUR);
  expect((await mails()).map(({ to }) => to)).toEqual(["bo@example.org"]);
  // It is 13:00 in Stockholm; at 23:00 somebody presses, and it waits for the morning.
  world.clock.advance(10 * HOUR);
  const pressed = await remindSilent(world.app, elin, poll.id);
  expect(pressed).toEqual({ ok: true, value: 1 });
  await remindSilent(world.app, elin, poll.id);
  expect(await mails()).toEqual([]);
  world.clock.advance(8 * HOUR);
  expect((await mails()).map(({ to }) => to)).toEqual(["bo@example.org"]);
});

it("reminds nobody who has said no to reminders, and nobody of another end than the poll has", async () => {
  const closesAt = world.app.now() + 4 * DAY;
  const { poll } = await makePoll(world.app, elin, { closesAt }, [BO]);
  const [bo = ""] = (await mails()).map(({ text }) => linkIn(text));
  await updatePoll(world.app, elin, poll.id, { closesAt: null });
  world.clock.advance(3 * DAY);
  expect(await mails()).toEqual([]);
  await updatePoll(world.app, elin, poll.id, { closesAt: world.app.now() + 4 * DAY });
  const quiet = guestVotes(poll, "...", { mail: "", wantsReminders: false });
  expect((await voteByLink(world.app, bo, quiet, "192.0.2.1")).ok).toBe(true);
  world.clock.advance(2 * DAY);
  expect(await mails()).toEqual([]);
});

it("asks anew who has answered when a time moves, and says nothing of what others answered", async () => {
  const { poll, token } = await makePoll(world.app, elin, { visibility: "mine" });
  await voteByLink(
    world.app,
    token,
    guestVotes(poll, "yyy", { name: "Bo", mail: "bo@example.org" }),
    "192.0.2.1",
  );
  await voteByLink(world.app, token, guestVotes(poll, "nnn", { name: "Without", mail: "" }), "192.0.2.1");
  const [own] = await mails();
  expect(own?.to).toBe("bo@example.org");
  expect((await pollByLink(world.app, linkIn(own?.text ?? "")))?.own?.name).toBe("Bo");
  const [first, ...others] = poll.options;
  const options = [{ ...first, start: (first?.start ?? 0) + HOUR }, ...others];
  await updatePoll(world.app, elin, poll.id, { options });
  const [anew, ...more] = await mails();
  expect(more).toEqual([]);
  expect(anew?.text).toContain("Tiderna har ändrats");
  expect(anew?.text).not.toMatch(/Without|av \d/);
});

it("invites everybody by mail when it is decided, and who was to stay unknown does", async () => {
  const { poll } = await makePoll(world.app, elin, { names: "organiserOnly" }, [BO, SIV]);
  await mails();
  await finalisePoll(world.app, elin, poll.id, poll.options[0]?.id ?? "");
  const invited = await mails();
  expect(invited.map(({ to }) => to).toSorted()).toEqual(["bo@example.org", "siv@example.org"]);
  const whole = JSON.stringify(world.sink.mails.slice(-2).map(({ to, read: mail }) => [to, mail]));
  const [toBo = "", toSiv = ""] = whole.split("],[");
  expect(toSiv.includes("bo@example.org") && toBo.includes("siv@example.org")).toBe(false);
});
