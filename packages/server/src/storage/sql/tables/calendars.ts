import type { Generated } from "kysely";
import type { Calendar, CalendarView, Share } from "../../records/calendars.ts";
import type { ShareChange } from "../../records/changes.ts";
import type { Feed, PublicLink, Subscription } from "../../records/feeds.ts";
import type { CalendarId, PrincipalId } from "../../records/ids.ts";
import type { TrashedCalendar } from "../../port/history.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// Calendars, their shares, and the feeds that go in and out.

export const calendar = columnsOf<Calendar>()({
  id: "plain",
  accountId: "plain",
  uri: "plain",
  name: "plain",
  description: "plain",
  color: "plain",
  sortOrder: "plain",
  timeZone: "plain",
  timeZoneText: "plain",
  components: "json",
  deadProperties: "json",
  createdModseq: "plain",
  modseq: "plain",
  contentModseq: "plain",
  isReadOnly: "flag",
});
export type CalendarTable = RowOf<typeof calendar> & {
  /** Former texts from before this modseq belong to another account. */
  known_from: Generated<number>;
};

export const calendarView = columnsOf<{
  readonly calendarId: CalendarId;
  readonly principalId: PrincipalId;
  readonly view: CalendarView;
}>()({ calendarId: "plain", principalId: "plain", view: "json" });

export const share = columnsOf<Share>()({ calendarId: "plain", principalId: "plain", level: "plain" });

/** The principal is the person or group that began or ceased to see the calendar. */
export const shareChange = columnsOf<ShareChange>()({
  accountId: "plain",
  principalId: "plain",
  modseq: "plain",
  calendarId: "plain",
});

/** A calendar in the trash. Calendars removed before links existed have none. */
export interface KeptCalendar extends Pick<TrashedCalendar, "modseq" | "removedAt" | "removedBy"> {
  readonly id: CalendarId;
  readonly accountId: PrincipalId;
  readonly content: Pick<TrashedCalendar, "calendar" | "shares" | "views"> &
    Partial<Pick<TrashedCalendar, "links">>;
}

export const keptCalendar = columnsOf<KeptCalendar>()({
  id: "plain",
  accountId: "plain",
  modseq: "plain",
  removedAt: "plain",
  removedBy: "plain",
  content: "json",
});

export interface AvailabilityTable {
  account_id: string;
  icalendar: string;
}

export const publicLink = columnsOf<PublicLink>()({
  id: "plain",
  calendarId: "plain",
  label: "plain",
  tokenHash: "plain",
  detail: "plain",
  mayEmbed: "flag",
  createdBy: "plain",
  createdAt: "plain",
  expiresAt: "plain",
  revokedAt: "plain",
});

export const feed = columnsOf<Feed>()({
  id: "plain",
  url: "plain",
  state: "plain",
  etag: "plain",
  lastModified: "plain",
  contentHash: "plain",
  fetchedAt: "plain",
  triedAt: "plain",
  nextAt: "plain",
  failures: "plain",
  error: "jsonOrNull",
});

export const subscription = columnsOf<Subscription>()({
  calendarId: "plain",
  accountId: "plain",
  feedId: "plain",
  refreshMinutes: "plain",
  createdBy: "plain",
  createdAt: "plain",
  appliedHash: "plain",
  skipped: "plain",
  mended: "plain",
});
