import type {
  BookingLinkRecord,
  BookingPageRecord,
  PageBookingRecord,
  PageEventTypeRecord,
  WhyNotRecord,
} from "@snart/calendar/jmap/booking-page.ts";
import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import { problemCode, type ApiProblem, type Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** The booking pages of an account, and what guests have booked there. */
export interface BookingPages {
  readonly pages: readonly BookingPageRecord[];
  /** by start */
  readonly bookings: readonly PageBookingRecord[];
  readonly links: readonly BookingLinkRecord[];
}

export async function fetchBookingPages(accountId: string): Asked<BookingPages> {
  const given = await jmap.each([
    ["BookingPage/get", { accountId, ids: null }, "pages"],
    ["PageBooking/get", { accountId, ids: null }, "bookings"],
    ["BookingLink/get", { accountId, ids: null }, "links"],
  ]);
  if (!given.ok) return given;
  const pages = given.value.list<"BookingPage">("pages");
  const bookings = given.value.list<"PageBooking">("bookings");
  const links = given.value.list<"BookingLink">("links");
  if (!links.ok) return links;
  if (!pages.ok) return pages;
  if (!bookings.ok) return bookings;
  const inOrder = bookings.value.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return ok({ pages: pages.value, bookings: inOrder, links: links.value });
}

/** Makes a working page from the working hours. */
export const startBookingPage = (accountId: string): Asked<JsonRecord> =>
  jmap.setOne("BookingPage/set", { accountId, create: { new: {} } });

/** Makes a page at which guests have a thing of a group, by its own rules. @param accountId of the group that manages it */
export const startThingPage = (accountId: string, thingId: string): Asked<JsonRecord> =>
  jmap.setOne("BookingPage/set", { accountId, create: { new: { thingId } } });

export type PageChanges = Partial<Omit<BookingPageRecord, "id" | "createdAt">>;

export const changeBookingPage = (
  accountId: string,
  id: string,
  changes: PageChanges,
  ifInState?: string,
): Asked<JsonRecord> =>
  jmap.setOne("BookingPage/set", {
    accountId,
    update: { [id]: changes },
    ...(ifInState !== undefined && { ifInState }),
  });

/** How often what is there is looked at again where somebody else was faster. */
const TRIES = 4;

/**
 * Changes a page from what is there now: whatever somebody else has changed of it meanwhile stays, also what they change in the same moment.
 * @param make of the page as it is; what it fails with is given back, and nothing is sent
 */
export async function changePageFrom(
  accountId: string,
  id: string,
  make: (page: BookingPageRecord) => Result<PageChanges, ApiProblem>,
): Asked<JsonRecord> {
  for (let attempt = 1; ; attempt++) {
    const args = { accountId, ids: [id] };
    const given = await jmap.callOne<{ readonly state: string; readonly list: readonly BookingPageRecord[] }>(
      "BookingPage/get",
      args,
    );
    if (!given.ok) return given;
    const [page] = given.value.list;
    if (!page) return failed({ kind: "refused", status: 404, code: "not-found", fields: {} });
    const changes = make(page);
    if (!changes.ok) return changes;
    const done = await changeBookingPage(accountId, id, changes.value, given.value.state);
    if (done.ok || problemCode(done.problem) !== "stateMismatch" || attempt === TRIES) return done;
  }
}

/** The groups that somebody is in. */
export const fetchOwnGroups = (accountId: string): Asked<readonly GroupRecord[]> =>
  jmap.get("Group", accountId);

/** Removes a page for good; what was booked there stays. */
export const removeBookingPage = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("BookingPage/set", { accountId, destroy: [id] });

/** Changes what can be booked at a page, from what is there now, as `changePageFrom` does. */
export const changePageTypes = (
  accountId: string,
  id: string,
  make: (types: readonly PageEventTypeRecord[]) => readonly PageEventTypeRecord[],
): Asked<JsonRecord> => changePageFrom(accountId, id, ({ types }) => ok({ types: make(types) }));

/** Answers a request. */
export const answerPageBooking = (accountId: string, id: string, isAccepted: boolean): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("PageBooking/answer", { accountId, id, isAccepted });

export const cancelPageBooking = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("PageBooking/cancel", { accountId, id });

/** Gives a guest to another host. @param hostId null: whoever's turn it is @returns who receives the guest now */
export const givePageBooking = (
  accountId: string,
  id: string,
  hostId: string | null,
): Asked<{ readonly hostIds: readonly string[] }> =>
  jmap.callOne("PageBooking/give", { accountId, id, hostId });

/** Makes a secret link. @returns with its `token`, this once */
export const createBookingLink = (
  accountId: string,
  link: Pick<BookingLinkRecord, "pageId" | "name" | "uses" | "until">,
): Asked<JsonRecord> => jmap.setOne("BookingLink/set", { accountId, create: { new: link } });

export const removeBookingLink = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("BookingLink/set", { accountId, destroy: [id] });

/** Whether a time is shown to guests, and why not. @param start ms UTC */
export const whyNot = (
  accountId: string,
  id: string,
  typeId: string,
  start: number,
  minutes: number,
): Asked<WhyNotRecord> =>
  jmap.callOne<WhyNotRecord>("BookingPage/whyNot", {
    accountId,
    id,
    typeId,
    start: formatUtcDateTime(start),
    minutes,
  });
