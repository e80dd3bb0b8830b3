import type { ComponentType } from "../../../app/types.ts";
import { CALENDARS, type Capability } from "../../wire/capabilities.ts";

/**
 * The differences between events and tasks in methods that both have: the same code patches, queries and copies them.
 */
export interface ItemKind {
  readonly capability: Capability;
  readonly component: Extract<ComponentType, "VEVENT" | "VTODO">;
  /** The JSCalendar type. */
  readonly type: "Event" | "Task";
  /** Properties that a record always has. */
  readonly required: readonly string[];
}

export const EVENTS: ItemKind = {
  capability: CALENDARS,
  component: "VEVENT",
  type: "Event",
  required: ["start"],
};
