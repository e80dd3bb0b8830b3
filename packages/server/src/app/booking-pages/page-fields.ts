import { addressProblem } from "@snart/calendar/booking-page/page-address.ts";
import { readEventType } from "@snart/calendar/booking-page/read-event-type.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_TEXT_LIMITS, wordsProblem } from "@snart/calendar/booking-page/page-texts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { isLanguage } from "@snart/locales/language.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingPage, PageEventType } from "../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { houseProblem, isOfHouse } from "./house/house.ts";
import { calendarProblem } from "./placing/chosen-calendar.ts";
import { roomIds } from "./rooms/room-facts.ts";

/** An event type as it comes from outside. */
export interface GivenEventType extends Omit<PageEventType, "type"> {
  /** as `readEventType` takes it */
  readonly type: unknown;
}

/** What the owner of a page says of it. */
export interface PageFields extends Pick<
  BookingPage,
  | "title"
  | "description"
  | "state"
  | "pausedUntil"
  | "isPublic"
  | "isListed"
  | "requiresAccount"
  | "embedOrigins"
  | "languages"
  | "keepDays"
> {
  readonly slug: string;
  readonly types: readonly GivenEventType[];
}

const TYPE_ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
const {
  description: LONGEST_TEXT,
  types: MOST_TYPES,
  origins: MOST_ORIGINS,
  daysKept: MOST_DAYS_KEPT,
} = PAGE_TEXT_LIMITS;

const wrong = (field: string, detail: string) => ({ code: "invalid-value", field, detail }) as const;

/** @returns what is wrong with a page's address, if anything; whether somebody has it is asked elsewhere */
export function slugProblem(slug: string): Problem | undefined {
  const problem = addressProblem(slug);
  if (!problem) return undefined;
  return wrong("slug", problem === "wrong" ? "3 to 60 of a-z, 0-9 and -" : "a word of the server itself");
}

/** What is wrong with the fields of a page besides its address and event types. */
export function fieldsProblem(app: App, fields: Partial<PageFields>): Problem | undefined {
  const { title, description, embedOrigins = [], languages, keepDays = 30, pausedUntil = null } = fields;
  const { nameLength } = app.limits;
  if (title && wordsProblem(title, nameLength, true)) return wrong("title", `1 to ${nameLength} characters`);
  if (description && wordsProblem(description, LONGEST_TEXT, false))
    return wrong("description", `at most ${LONGEST_TEXT} characters`);
  if (embedOrigins.length > MOST_ORIGINS || embedOrigins.some((origin) => !isOrigin(origin)))
    return wrong("embedOrigins", `at most ${MOST_ORIGINS} origins such as https://example.org`);
  if (languages && (languages.length === 0 || languages.some((each) => !isLanguage(each))))
    return wrong("languages", "at least one of en-GB and sv");
  if (!Number.isInteger(keepDays) || keepDays < 1 || keepDays > MOST_DAYS_KEPT)
    return wrong("keepDays", `1 to ${MOST_DAYS_KEPT}`);
  return pausedUntil === null || Number.isSafeInteger(pausedUntil)
    ? undefined
    : wrong("pausedUntil", "a moment");
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text && !/[\s;,'*]/.test(text);
}

/**
 * The event types of a page, or what is wrong with them. Those who receive guests belong to the page: a person at their own page, members
 * of a group at the group's, and the group itself where it lends its things.
 * @param before those that the page has now
 */
export async function readTypes(
  app: App,
  tx: ReadTransaction,
  owner: Principal,
  given: readonly GivenEventType[],
  before: readonly PageEventType[] = [],
): Promise<Result<readonly PageEventType[], Problem>> {
  if (given.length === 0 || given.length > MOST_TYPES)
    return failed(wrong("types", `1 to ${MOST_TYPES} event types`));
  const ids = given.map(({ id }) => id);
  if (ids.some((id) => !TYPE_ID.test(id)) || new Set(ids).size < ids.length)
    return failed(wrong("types", "ids that differ, of a-z, 0-9 and -"));
  const hosts = new Set(await possibleHosts(tx, owner));
  const types: PageEventType[] = [];
  for (const [at, { id, title, description, type }] of given.entries()) {
    const read = readEventType(type);
    const path = `types/${at}`;
    if (!read.ok)
      return failed({
        code: "booking-rules-wrong",
        problems: read.problem.map((each) => ({ ...each, path: `${path}/type/${each.path}` })),
      });
    if (wordsProblem(title, app.limits.nameLength, true))
      return failed(wrong(`${path}/title`, "a title is missing"));
    if (wordsProblem(description, LONGEST_TEXT, false))
      return failed(wrong(`${path}/description`, `at most ${LONGEST_TEXT} characters`));
    const former = before.find((each) => each.id === id)?.type;
    const problem =
      (await hostsProblem(tx, owner, hosts, read.value)) ??
      (await calendarProblem(tx, owner, read.value, former));
    if (problem) return failed({ ...problem, field: `${path}/type/${problem.field}` });
    types.push({ id, title, description, type: read.value });
  }
  return ok(types);
}

/** What is wrong with who receives guests, and where. */
async function hostsProblem(
  tx: ReadTransaction,
  owner: Principal,
  possible: ReadonlySet<PrincipalId>,
  type: EventType,
) {
  if (isOfHouse(owner, type)) return houseProblem(tx, owner, type);
  if (type.hosts.some((host) => !possible.has(host.id as PrincipalId)))
    return wrong("hosts", "they do not belong to the page's account");
  if (type.nights) return wrong("nights", "of a thing that a group lends");
  return (await areRooms(tx, roomIds(type)))
    ? undefined
    : wrong("rooms", "rooms that are booked by the hour");
}

/** Whether rooms are booked at any time of an opening, as those at a page are: passes and nights have times of their own. */
async function areRooms(tx: ReadTransaction, ids: readonly PrincipalId[]): Promise<boolean> {
  for (const id of ids) if ((await rulesInForce(tx, id))?.prepared.rules.mode !== "free") return false;
  return true;
}

/** Who may receive guests at a page of an account. */
export async function possibleHosts(tx: ReadTransaction, owner: Principal): Promise<readonly PrincipalId[]> {
  if (owner.kind === "person") return [owner.id];
  return (await tx.principals.membersOf(owner.id)).map(({ memberId }) => memberId);
}
