import type { ObjectHead } from "../../storage/records/objects.ts";
import type { CalendarPlace } from "../grants.ts";
import type { WriteCondition } from "./write-condition.ts";

/** The place of an existing or new object. */
export interface ObjectPlace {
  readonly calendar: CalendarPlace;
  readonly uri: string;
}
export interface MoveOptions {
  /** Replace an object at the target (RFC 4918 §10.6). */
  readonly overwrite: boolean;
  readonly condition: WriteCondition;
}

export interface MoveOutcome {
  readonly created: boolean;
  readonly head: ObjectHead;
}
