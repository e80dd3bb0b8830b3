import { pathTokens, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Answer } from "../../method.ts";
import type { Json, JsonObject } from "../../wire/json.ts";

// The answer of a /set for a stored record: everything that differs from the client's request (RFC 8620 §5.3). That
// includes values set by the server, and values that iCalendar could not hold, so that nothing is dropped silently.

/** Leaving these out means the same; their absence from the answer is not a change (RFC 8984 §4). */
const DEFAULTS: Readonly<Record<string, Json>> = {
  freeBusyStatus: "busy",
  privacy: "public",
  status: "confirmed",
  duration: "PT0S",
  descriptionContentType: "text/plain",
};

/** Computed on request: never stored, so never missing. */
const COMPUTED: ReadonlySet<string> = new Set(["utcStart", "utcEnd"]);

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

function isSame(name: string, stored: Json | undefined, sent: Json | undefined): boolean {
  if (sameJson(stored as JsonValue | undefined, sent as JsonValue | undefined)) return true;
  return stored === undefined && (isEmpty(sent) || DEFAULTS[name] === sent);
}

/** The properties of a stored event that differ from the sent ones. */
export function differencesFrom(sent: JsonObject, stored: JsonObject): Answer {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(sent)])];
  const different = names.filter((name) => !COMPUTED.has(name) && !isSame(name, stored[name], sent[name]));
  return Object.fromEntries(different.map((name) => [name, stored[name] ?? null]));
}

const topLevel = (patch: JsonObject): ReadonlySet<string> =>
  new Set(Object.keys(patch).map((path) => pathTokens(path)[0] ?? ""));

/**
 * The properties of an updated event that the client can't know from its own patch.
 * @param expected the event that the patches should give
 * @param before the former event; the server's own parts of the patches differ from it unrequested
 */
export function unaskedChanges(
  before: JSEvent,
  expected: JSEvent,
  after: JSEvent,
  asked: JsonObject,
): Answer | null {
  const [old, wanted, now] = [before, expected, after] as unknown as readonly JsonObject[] as [
    JsonObject,
    JsonObject,
    JsonObject,
  ];
  const named = topLevel(asked);
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(now)])];
  const changes = names.filter(
    (name) =>
      !isSame(name, now[name], wanted[name]) || (!named.has(name) && !isSame(name, now[name], old[name])),
  );
  return changes.length > 0 ? Object.fromEntries(changes.map((name) => [name, now[name] ?? null])) : null;
}
