import type { Generated } from "kysely";

// Calendars, with whom they are shared, and the feeds that go in and out.

export interface CalendarTable {
  id: string;
  account_id: string;
  uri: string;
  name: string;
  description: string;
  color: string | null;
  sort_order: number;
  time_zone: string | null;
  time_zone_text: string | null;
  components: string;
  dead_properties: string;
  created_modseq: number;
  modseq: number;
  content_modseq: number;
  is_read_only: number;
  /** Former texts of before this modseq are another account's. */
  known_from: Generated<number>;
}

export interface CalendarViewTable {
  calendar_id: string;
  principal_id: string;
  view: string;
}

export interface ShareTable {
  calendar_id: string;
  principal_id: string;
  level: string;
}

export interface ShareChangeTable {
  account_id: string;
  /** Who began or ceased to see the calendar: a person or a group. */
  principal_id: string;
  modseq: number;
  calendar_id: string;
}

export interface TrashedCalendarTable {
  id: string;
  account_id: string;
  modseq: number;
  removed_at: number;
  removed_by: string;
  /** JSON text: the calendar, with whom it was shared, how it was seen */
  content: string;
}

export interface AvailabilityTable {
  account_id: string;
  icalendar: string;
}

export interface PublicLinkTable {
  id: string;
  calendar_id: string;
  label: string;
  token_hash: string;
  detail: string;
  may_embed: number;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

export interface FeedTable {
  id: string;
  url: string;
  state: string;
  etag: string | null;
  last_modified: string | null;
  content_hash: string | null;
  fetched_at: number | null;
  tried_at: number | null;
  next_at: number;
  failures: number;
  /** JSON text */
  error: string | null;
}

export interface SubscriptionTable {
  calendar_id: string;
  account_id: string;
  feed_id: string;
  refresh_minutes: number;
  created_by: string;
  created_at: number;
  applied_hash: string | null;
  skipped: number;
}
