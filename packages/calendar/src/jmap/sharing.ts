import type { CalendarRights } from "../access/rights.ts";
import type { UTCDateTime } from "../jscalendar/types.ts";

/** A Principal (RFC 9670 §2) as far as the actor may know of it. */
export interface PrincipalRecord {
  readonly id: string;
  readonly type: "individual" | "group" | "resource" | "location";
  readonly name: string;
  readonly description: string | null;
  readonly email: string | null;
  /** IANA name; null: none is chosen, or the actor may not know when the principal is busy */
  readonly timeZone: string | null;
  readonly capabilities: {
    readonly "urn:ietf:params:jmap:calendars": {
      readonly accountId: string | null;
      readonly mayGetAvailability: boolean;
      readonly mayShareWith: boolean;
      readonly calendarAddress?: string;
      /** Snart's own: addresses that were the person's before, and still reach them; absent: none */
      readonly formerCalendarAddresses?: readonly string[];
    };
    /** Snart's own: how they look; absent: they have chosen nothing of it */
    readonly "urn:snart:jmap"?: PrincipalFace;
  };
  readonly accounts: Readonly<Record<string, object>> | null;
}

/** How a person wants to be shown, as far as they have said. */
export interface PrincipalFace {
  /** of their photo, at `photoUrl` of the session's capability */
  readonly photoId?: string;
  readonly initials?: string;
  readonly colour?: string;
}

/** Who did something. */
export interface ChangedBy {
  readonly name: string;
  readonly email: string | null;
  /** null: somebody without an account here */
  readonly principalId: string | null;
}

/** A ShareNotification (RFC 9670 §3): what somebody was given to see, or is not shown any more. */
export interface ShareNotificationRecord {
  readonly id: string;
  readonly created: UTCDateTime;
  readonly changedBy: ChangedBy;
  readonly objectType: "Calendar";
  readonly objectAccountId: string;
  readonly objectId: string;
  readonly name: string;
  readonly oldRights: CalendarRights | null;
  readonly newRights: CalendarRights | null;
}
