import type { DistanceLocale } from "../../distance/wording.ts";
import type { Instant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import type { BookingRules } from "../rules.ts";

/** For whom, and from where, a sentence is said. */
export interface SentenceContext {
  readonly language: DistanceLocale;
  readonly now: Instant;
  /** the zone of the rules: the bookable's own clocks */
  readonly zone: Zone;
  readonly mode: BookingRules["mode"];
  /** the wish */
  readonly start: Instant;
  /** `you`: one person who reads it; `household`: theirs; `other`: somebody called `name` */
  readonly whom: "you" | "household" | "other";
  readonly name?: string;
  /** what a group is called; its id if absent */
  readonly groupName?: (id: string) => string;
  /** what a source of the facts is called, the bookable itself included; the name in the facts if absent */
  readonly sourceName?: (name: string) => string;
}

/** The message of a catalogue and what it needs. The distance stands in `soon` alone, so that a screen can keep it live. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly args: Readonly<Record<string, string | number>>;
}

/** Every sentence of a reason; both catalogues have all of them. */
export type SentenceKey = `booking.reason.${
  | "adjacent"
  | "byLot"
  | "closedDay"
  | "closedHours"
  | "closedWeekday"
  | "declinesAlways"
  | "elsewhere"
  | "firstSlot"
  | "held"
  | "maintenance"
  | "nearestSlot"
  | "noSeries"
  | "notATime"
  | "notAllowed"
  | "notYet"
  | "onlyManagers"
  | "past"
  | "paused"
  | "perDay"
  | "perMonth"
  | "perWeek"
  | "perYear"
  | "rolling"
  | "rulesNotAccepted"
  | "stayTimes"
  | "taken"
  | "tooClose"
  | "tooLate"
  | "tooLong"
  | "tooShort"
  | "unknown"
  | "upcoming"
  | "wrongDay"}`;
