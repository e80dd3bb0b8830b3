import { DAY_NAMES } from "@snart/calendar/booking/day-kinds.ts";
import { readTime } from "@snart/calendar/booking/clock.ts";
import type { BookingRules, Pass } from "@snart/calendar/booking/rules.ts";
import type { EventType, PageNights, Question } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { PAGE_TEXT_LIMITS } from "@snart/calendar/booking-page/page-texts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { createBookingPage } from "./booking-pages.ts";
import { createUnderFreeSlug, PAGE_AT_FIRST, slugOf } from "./starter-page.ts";

/** How often a start is looked for where passes begin when they begin. */
const EVERY_QUARTER = 15;
const USUAL_MINUTES = 60;
const USUAL_NIGHTS = 7;

/**
 * A working page in one step at which guests without an account book a thing, by its own rules: for the managers of the group that manages
 * it. Passes keep their lengths; of other things an hour can be booked. House rules stand on the page, and are ticked by who has to accept
 * them.
 * @returns as `createBookingPage`; `not-found` for a thing of another group
 */
export async function createThingPage(
  app: App,
  actor: Actor,
  managersId: PrincipalId,
  thingId: PrincipalId,
): ReturnType<typeof createBookingPage> {
  const found = await app.storage.read(async (tx): Promise<Result<Lent, Problem>> => {
    const thing = await tx.bookables.byId(thingId);
    const principal = await tx.principals.byId(thingId);
    const rules = (await rulesInForce(tx, thingId))?.prepared.rules;
    const isThere = thing?.managersId === managersId && principal?.status === "active";
    if (!isThere || !rules) return failed({ code: "not-found" });
    return ok({ id: thingId, managersId, name: principal.displayName, rules });
  });
  if (!found.ok) return found;
  const { name, rules } = found.value;
  const { text } = rules.houseRules ?? {};
  const fields = {
    ...PAGE_AT_FIRST,
    title: { en: `Book ${name}`, sv: `Boka ${name}` },
    types: [
      {
        id: found.value.rules.mode === "nights" ? "nights" : "time",
        title: { en: name, sv: name },
        description: text ? { en: shortened(text.en), sv: shortened(text.sv) } : {},
        type: typeOf(found.value),
      },
    ],
  };
  return createUnderFreeSlug(slugOf(name), (slug) =>
    createBookingPage(app, actor, managersId, { ...fields, slug }),
  );
}

/** A thing that a group lends. */
interface Lent {
  readonly id: PrincipalId;
  readonly managersId: PrincipalId;
  readonly name: string;
  readonly rules: BookingRules;
}

const shortened = (text: string): string => text.slice(0, PAGE_TEXT_LIMITS.description);

function typeOf({ id, managersId, rules }: Lent): EventType {
  const passes = (rules.slotPlans ?? []).flatMap((plan) => plan.passes);
  const nights = nightsOf(rules);
  const lengths = nights ? [] : rules.mode === "slots" ? passLengths(passes) : [USUAL_MINUTES];
  const every = rules.mode === "slots" ? EVERY_QUARTER : Math.max(30, rules.cellMinutes);
  return {
    timeZone: rules.timeZone,
    lengths: lengths.map((minutes) => `PT${minutes}M`),
    ...(nights && { nights }),
    start: { every: `PT${every}M` },
    schedule: { of: "page", hours: [{ days: DAY_NAMES, from: "00:00", to: "24:00" }] },
    horizon: { within: "P60D" },
    hosts: [{ id: managersId }],
    mode: "one",
    rooms: { anyOf: [id], required: true },
    ...(rules.houseRules?.mustAccept && { questions: [ACCEPTED] }),
  };
}

/** As many nights as its rules let anybody have, and no more than a week where they say nothing. */
function nightsOf({ mode, nights, lengths }: BookingRules): PageNights | undefined {
  if (mode !== "nights" || !nights) return undefined;
  const { checkIn, checkOut } = nights;
  const least = Math.min(lengths?.minNights ?? 1, PAGE_LIMITS.nights);
  const most = Math.min(Math.max(least, lengths?.maxNights ?? USUAL_NIGHTS), PAGE_LIMITS.nights);
  return { checkIn, checkOut, least, most };
}

/** A guest has no account that could accept house rules. */
const ACCEPTED: Question = {
  kind: "tick",
  label: { en: "I follow the house rules", sv: "Jag följer ordningsreglerna" },
  required: true,
};

/** The lengths of passes in minutes, the commonest of them where there are too many. */
function passLengths(passes: readonly Pass[]): readonly number[] {
  const counted = new Map<number, number>();
  for (const { from, to } of passes) {
    const minutes = lengthOf(from, to);
    if (minutes >= PAGE_LIMITS.leastLengthMinutes && minutes % PAGE_LIMITS.rasterMinutes === 0)
      counted.set(minutes, (counted.get(minutes) ?? 0) + 1);
  }
  const common = [...counted].toSorted(([, a], [, b]) => b - a).slice(0, PAGE_LIMITS.lengths);
  return common.length > 0 ? common.map(([minutes]) => minutes).toSorted((a, b) => a - b) : [USUAL_MINUTES];
}

/** A pass can end on the next day. */
function lengthOf(from: string, to: string): number {
  const [start, end] = [readTime(from) ?? 0, readTime(to, true) ?? 0];
  return end > start ? end - start : end + 1_440 - start;
}
