import type { Reason } from "../booking/reason.ts";
import type { BookingRules } from "../booking/rules.ts";

/** Why a thing that a page needs cannot be had at a time. */
export interface RefusedThing {
  readonly id: string;
  readonly name: string;
  /** it is lent to the guest; not: its rules are asked for who receives the guest */
  readonly isGuests: boolean;
  /** it is out of use, says no to everybody, or its rules say no for these `reasons` */
  readonly of: "gone" | "declines" | "rules";
  readonly mode?: BookingRules["mode"];
  /** IANA name, in which its rules are read */
  readonly timeZone?: string;
  readonly reasons: readonly Reason[];
}
