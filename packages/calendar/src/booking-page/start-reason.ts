import type { SourceHealth } from "../booking/facts.ts";
import type { Instant } from "../time/instant.ts";
import type { PageLimit } from "./event-type.ts";

/** Why a time is not offered, with the numbers that a sentence needs. Only hosts are told. Closed: every kind has its sentences. */
export type StartReason =
  /** no time at all: it ends before it begins, or lies outside the years that there are */
  | { readonly kind: "notATime" }
  | { readonly kind: "notALength"; readonly minutes: number }
  | { readonly kind: "paused"; readonly until?: Instant }
  | { readonly kind: "past" }
  /** `earliest`: what begins then or later has enough notice */
  | { readonly kind: "tooSoon"; readonly earliest: Instant }
  /** `latest`: what begins then or earlier can be booked already */
  | { readonly kind: "tooFar"; readonly latest: Instant }
  /** day numbers, both inclusive */
  | { readonly kind: "outsidePeriod"; readonly from: number; readonly until: number }
  /** not within the hours, whole; `host`: within theirs, where each has hours of their own */
  | { readonly kind: "notOpen"; readonly host?: string }
  /** within the hours, but not where a time begins; `nearest` is where one does */
  | { readonly kind: "offRaster"; readonly nearest: Instant; readonly host?: string }
  /** `to` is exclusive */
  | { readonly kind: "busy"; readonly host: string; readonly from: Instant; readonly to: Instant }
  /** the time itself is free, but too near to this one, whose `to` is exclusive */
  | { readonly kind: "buffer"; readonly host: string; readonly from: Instant; readonly to: Instant }
  /** of those who take turns to be there besides who is required nobody can; why each cannot stands behind it */
  | { readonly kind: "nobodyInTurn" }
  /** every seat is taken */
  | { readonly kind: "full"; readonly seats: number }
  /** `day`: the number of the first day of the period that is full */
  | {
      readonly kind: "limit";
      readonly of: PageLimit["of"];
      readonly per: PageLimit["per"];
      readonly max: number;
      readonly used: number;
      readonly day: number;
      readonly host?: string;
    }
  | { readonly kind: "noRoom"; readonly rooms: readonly string[] }
  /** what is not known and would have to be */
  | {
      readonly kind: "unknown";
      readonly of: "host" | "room" | "page";
      readonly id: string;
      readonly source: string;
      readonly health: SourceHealth["health"];
      readonly since?: Instant;
    };
