import { pathTokens } from "@snart/calendar/jscalendar/patch.ts";
import type { ConflictingPart } from "../../store/queue/conflict.ts";

/** The subject of a conflict, in a person's words. */
export type ConflictTopic = "title" | "when" | "description" | "place" | "calendar" | "repeat" | "rest";

const topics: Readonly<Record<string, ConflictTopic>> = {
  title: "title",
  start: "when",
  duration: "when",
  timeZone: "when",
  showWithoutTime: "when",
  description: "description",
  locations: "place",
  calendarIds: "calendar",
  recurrenceRule: "repeat",
  recurrenceOverrides: "repeat",
};

/** The topics of a conflict, each once, in the order of the editor. */
export function conflictTopics(parts: readonly ConflictingPart[]): readonly ConflictTopic[] {
  const found = new Set(parts.map(({ path }) => topics[pathTokens(path)[0] ?? ""] ?? "rest"));
  const order: readonly ConflictTopic[] = [
    "title",
    "when",
    "repeat",
    "place",
    "calendar",
    "description",
    "rest",
  ];
  return order.filter((topic) => found.has(topic));
}
