import { readDate } from "@snart/calendar/booking/clock.ts";
import { claimedTime } from "@snart/calendar/booking/cells.ts";
import { drawWeight, type DrawApplicant, type DrawEntries } from "@snart/calendar/booking/draw/draw.ts";
import { DRAW_FILE_LIMITS } from "@snart/calendar/booking/draw/result-file.ts";
import { verdictOn } from "@snart/calendar/booking/verdict.ts";
import { isAlive } from "@snart/calendar/booking/units.ts";
import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { Draw, DrawEntry } from "../../../storage/records/draws.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { gatherFacts } from "../../bookables/facts.ts";
import { isOwnParty, isParty } from "../../bookables/party-of.ts";
import { peopleOfParty } from "../../notices/people-of-party.ts";
import type { Judged } from "../verdict.ts";

/** A party that takes part, and in whose name what it gets is booked. */
export interface Applicant {
  readonly entry: DrawEntry;
  readonly booker: Principal;
  readonly party: Principal;
  /** What the house calls it. */
  readonly label: string;
}

/** Who takes part, in the order of their numbers: a party that is gone by now does not. */
export async function applicantsOf(tx: WriteTransaction, { id }: Draw): Promise<readonly Applicant[]> {
  const found: Applicant[] = [];
  for (const entry of await tx.draws.entries(id)) {
    const party = await tx.principals.byId(entry.partyId);
    const booker = party && (await isParty(tx, party.id)) ? await bookerOf(tx, entry) : undefined;
    if (!party || !booker) continue;
    const label = (await tx.households.byId(party.id))?.label ?? party.displayName;
    const short = label.slice(0, DRAW_FILE_LIMITS.name).toWellFormed();
    found.push({ entry, booker, party, label: short });
  }
  return found.toSorted((a, b) =>
    a.label === b.label ? (a.party.id < b.party.id ? -1 : 1) : a.label < b.label ? -1 : 1,
  );
}

/** Who entered the wishes, or if they have left the household meanwhile somebody who is in it. */
async function bookerOf(
  tx: WriteTransaction,
  { partyId, askedBy }: DrawEntry,
): Promise<Principal | undefined> {
  const people = await peopleOfParty(tx, partyId);
  const active: Principal[] = [];
  for (const person of people)
    if (person.status === "active" && (await isOwnParty(tx, person.id, partyId))) active.push(person);
  return active.find(({ id }) => id === askedBy) ?? active[0];
}

/** Everything that a draw depends on but its seed: what each may have, by the verdict, and what is taken. */
export async function drawEntries(
  tx: WriteTransaction,
  draw: Draw,
  { bookable, inForce }: Judged["seen"],
  applicants: readonly Applicant[],
  now: Instant,
): Promise<DrawEntries> {
  const { prepared } = inForce;
  const { cell, gap, rules } = prepared;
  const times = applicants.flatMap(({ entry }) => entry.wishes);
  const from = Math.min(...times.map(({ start }) => start));
  const to = Math.max(...times.map(({ end }) => end));
  const entries: DrawApplicant[] = [];
  let taken: DrawEntries["taken"] = [];
  for (const [at, { entry, booker }] of applicants.entries()) {
    const groups = [...(await tx.principals.groupsOf(booker.id)), entry.partyId];
    const accepted = entry.acceptedRules === null ? {} : { acceptedRules: entry.acceptedRules };
    const asker = { party: entry.partyId, groups, manages: false, ...accepted };
    const facts = await gatherFacts(tx, { bookable, inForce, asker, from, to, now });
    const near = gap + DAY;
    taken = facts.claims
      .filter((claim) => isAlive(claim, now) && claim.end > from - near && claim.start < to + near)
      .map(({ unit, start, end }) => ({ unit, start, end }))
      .filter(({ start, end }) => start < end);
    const wishes = entry.wishes.map(({ start, end }) => {
      const verdict = verdictOn(prepared, facts, { start, end, isDrawn: true }, now);
      const isAllowed = verdict.ok
        ? verdict.passedBy.length === 0
        : verdict.reasons.every(({ kind }) => kind === "taken" || kind === "held");
      return { ...claimedTime(start, end, cell), isAllowed };
    });
    entries.push({ number: at + 1, weight: await weightOf(tx, draw, inForce, entry.partyId), wishes });
  }
  return { units: rules.units, gapMinutes: Math.ceil(gap / MINUTE), taken, applicants: entries };
}

async function weightOf(
  tx: WriteTransaction,
  { accountId, periodFrom }: Draw,
  { prepared }: Judged["seen"]["inForce"],
  partyId: PrincipalId,
): Promise<number> {
  if (prepared.rules.draw?.weight !== "yearsSinceLast") return 1;
  const yearOf = (date: string): number => Number(date.slice(0, 4));
  let [lastWon, firstTried]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const { drawId, state } of await tx.draws.entriesOf(partyId)) {
    const former = state === "wished" ? undefined : await tx.draws.byId(drawId);
    if (former?.accountId !== accountId || readDate(former.periodFrom) === undefined) continue;
    const year = yearOf(former.periodFrom);
    if (state === "won") lastWon = Math.max(lastWon ?? year, year);
    firstTried = Math.min(firstTried ?? year, year);
  }
  return drawWeight(yearOf(periodFrom), { lastWon, firstTried });
}
