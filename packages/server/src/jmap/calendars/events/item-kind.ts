import type { ComponentType } from "../../../app/types.ts";
import { CALENDARS, type Capability } from "../../wire/capabilities.ts";

/** What sets events and tasks apart in methods that both have: they are patched, queried and copied by the same code. */
export interface ItemKind {
  readonly capability: Capability;
  readonly component: Extract<ComponentType, "VEVENT" | "VTODO">;
  /** The JSCalendar type. */
  readonly type: "Event" | "Task";
  /** Properties that one of them always has. */
  readonly required: readonly string[];
}

export const EVENTS: ItemKind = {
  capability: CALENDARS,
  component: "VEVENT",
  type: "Event",
  required: ["start"],
};
