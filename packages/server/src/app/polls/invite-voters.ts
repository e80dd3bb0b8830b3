import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { isMail } from "../given-text.ts";
import type { PollVoterId } from "../../storage/records/ids.ts";
import type { Poll, PollVoter } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { Problem } from "../problems.ts";
import { principalOf } from "../principal-address.ts";
import { visiblePeople, type VisiblePeople } from "../visible-people.ts";
import { notifyVoter, scheduleReminders, type Noticing } from "./notice.ts";
import { isName, wrong, type GivenVoter } from "./poll-fields.ts";
import { stateOf } from "./poll-state.ts";
import { voterLink } from "./tokens.ts";

/**
 * Asks people in a poll: each once, with their own link; who is asked already is only needed or not, as it says.
 * @returns `invalid-value` for somebody whom the actor does not find, and for what is no address
 */
export async function inviteVoters(
  write: Noticing,
  actor: Actor,
  poll: Poll,
  given: readonly GivenVoter[],
): Promise<Result<void, Problem>> {
  const { app, tx } = write;
  const known = [...(await tx.pollVoters.ofPoll(poll.id))];
  const people = await visiblePeople(tx, actor);
  for (const [at, one] of given.entries()) {
    const who = await voterOf(write, people, poll, one);
    if (!who) return failed(wrong(`voters/${at}`, "a person whom you find, or an email address"));
    const same = known.find(
      ({ principalId, mail }) =>
        (principalId !== null && principalId === who.principalId) || (mail !== "" && mail === who.mail),
    );
    if (same) {
      await tx.pollVoters.update(same.id, { isRequired: one.isRequired, changedAt: write.now });
      continue;
    }
    const limit = app.limits.pollVoters;
    if (known.length >= limit) return failed({ code: "too-many-participants", limit });
    const voter = await newVoter(write, poll, { ...who, isRequired: one.isRequired, isInvited: true });
    if ((await tx.pollVoters.insert(voter)) === "duplicate") continue;
    known.push(voter);
    if (voter.principalId === poll.accountId || stateOf(poll, write.now) !== "open") continue;
    await notifyVoter(write, poll, voter, "invited");
    await scheduleReminders(write, poll, voter);
  }
  return ok(undefined);
}

type Who = Pick<PollVoter, "principalId" | "name" | "mail" | "language" | "timeZone">;

async function voterOf(
  { app, tx }: Noticing,
  people: VisiblePeople,
  poll: Poll,
  { principalId, mail = "", name = "" }: GivenVoter,
): Promise<Who | undefined> {
  const address = mail.trim().toLowerCase();
  const byMail =
    principalId === undefined && isMail(address) ? await principalOf(tx, `mailto:${address}`) : undefined;
  const person = principalId === undefined ? byMail : await tx.principals.byId(principalId);
  const owner = await tx.principals.byId(poll.accountId);
  if (person?.kind === "person" && (person.id === poll.accountId || people.mayFind(person))) {
    const { language = "en-GB", timeZone = poll.timeZone } = person.preferences;
    return { principalId: person.id, name: person.displayName, mail: "", language, timeZone };
  }
  if (principalId !== undefined || !isMail(address)) return undefined;
  // Others may see the name, and never the address.
  const called = isName(app, name) ? name.trim() : (address.split("@")[0] ?? "");
  const language = owner?.preferences.language ?? "en-GB";
  return { principalId: null, name: called, mail: address, language, timeZone: poll.timeZone };
}

/** A voter who has not answered yet. @param fields what is known of them */
export async function newVoter(
  { app, now }: Noticing,
  poll: Pick<Poll, "id">,
  fields: Who & Pick<PollVoter, "isRequired" | "isInvited"> & { readonly once?: string },
): Promise<PollVoter> {
  const id = app.newId() as PollVoterId;
  const { hash } = await voterLink(app, id);
  return {
    once: id,
    ...fields,
    id,
    pollId: poll.id,
    answers: {},
    note: "",
    wantsReminders: true,
    holdsTimes: false,
    tokenHash: hash,
    answeredAt: null,
    createdAt: now,
    changedAt: now,
  };
}
