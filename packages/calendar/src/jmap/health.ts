import type { UTCDateTime } from "../jscalendar/types.ts";

/** well; soon somebody should look; somebody must do something; not in use. */
export type HealthState = "well" | "soon" | "bad" | "off";

/** What is said of each thing that is watched; `admin.health.<thing>.<said>` is its sentence. */
export interface HealthSayings {
  readonly database: "ok" | "busy" | "longLog" | "unavailable" | "otherSchema" | "damaged";
  readonly disk: "ok" | "low" | "nearlyFull" | "full";
  readonly jobs: "ok" | "retrying" | "dead";
  readonly deliveries: "ok" | "late";
  readonly mail: "ok" | "late" | "off";
  readonly mailbox: "ok" | "trouble" | "waiting";
  readonly push: "ok" | "late";
  readonly feeds: "ok" | "failing";
  readonly backups: "ok" | "never" | "problem" | "missed" | "off";
  readonly address: "ok" | "open" | "off";
  readonly certificate: "ok" | "ending" | "ended" | "untrusted" | "unknown";
  readonly proxy: "untrusted";
  readonly clock: "ok" | "jumped";
  readonly bookings: "ok";
  readonly listeners: "ok";
  readonly people: "ok";
  readonly version: "ok";
}
export type HealthThing = keyof HealthSayings;

/** What a moment beside a thing is: when it comes next, was last, since or until when it is so, or when the oldest that waits is from. */
export type HealthMoment = "oldest" | "next" | "last" | "since" | "until" | "started";

/** One thing that is watched, judged. */
export interface HealthCheck<T extends HealthThing = HealthThing> {
  readonly thing: T;
  readonly state: HealthState;
  readonly says: HealthSayings[T];
  /** what its sentence needs; `size` and `log` are bytes */
  readonly figures: Readonly<Record<string, string | number>>;
  readonly moment: { readonly is: HealthMoment; readonly at: UTCDateTime } | null;
}

/** Whether somebody has something to do about it. */
export const needsAttention = ({ state }: Pick<HealthCheck, "state">): boolean =>
  state === "soon" || state === "bad";
