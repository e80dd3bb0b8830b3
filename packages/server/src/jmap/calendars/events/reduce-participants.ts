import { pathTokens } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, JSEvent, Participant, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";

const isOwner = (participant: Participant): boolean => participant.roles?.["owner"] === true;

const isOneOf = ({ calendarAddress, email }: Participant, isMe: IsAddressOf): boolean =>
  (calendarAddress !== undefined && isMe(calendarAddress)) ||
  (email !== undefined && isMe(`mailto:${email}`));

/** Whether the person with these addresses organizes the event (JMAP Calendars, "owner for an event"). */
export const isOwnedBy = (event: JSEvent, isMe: IsAddressOf): boolean =>
  Object.values(event.participants ?? {}).some(
    (participant) => isOwner(participant) && isOneOf(participant, isMe),
  );

/** Whether any participant is an owner. */
export const hasOwner = (event: JSEvent): boolean => Object.values(event.participants ?? {}).some(isOwner);

/** Leaves only owners and the participant with these addresses, in the event and in every override. */
export function reduceParticipants<E extends JSEvent>(event: E, isMe: IsAddressOf): E {
  const stays = (participant: Participant): boolean => isOwner(participant) || isOneOf(participant, isMe);
  const { participants = {}, recurrenceOverrides } = event;
  const staying = new Set(Object.keys(participants).filter((id) => stays(participants[id] ?? {})));
  const reduced = event.participants && { participants: only(participants, (id) => staying.has(id)) };
  const overrides = recurrenceOverrides && {
    recurrenceOverrides: Object.fromEntries(
      Object.entries(recurrenceOverrides).map(([key, patch]) => [key, reducePatch(patch, staying, stays)]),
    ),
  };
  return { ...event, ...reduced, ...overrides };
}

const only = <T>(
  map: Readonly<Record<string, T>>,
  keep: (name: string, value: T) => boolean,
): Record<string, T> => Object.fromEntries(Object.entries(map).filter(([name, value]) => keep(name, value)));

function reducePatch(
  patch: PatchObject,
  staying: ReadonlySet<string>,
  stays: (participant: Participant) => boolean,
): PatchObject {
  const kept = Object.entries(patch).flatMap(([path, value]): [string, JsonValue][] => {
    const [first, id, ...deeper] = pathTokens(path);
    if (first !== "participants") return [[path, value]];
    if (id === undefined) return [[path, onlyStaying(value, stays)]];
    const isKept = staying.has(id) || (deeper.length === 0 && isParticipant(value) && stays(value));
    return isKept ? [[path, value]] : [];
  });
  return Object.fromEntries(kept);
}

const isParticipant = (value: JsonValue | undefined): value is JsonValue & Participant =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function onlyStaying(value: JsonValue, stays: (participant: Participant) => boolean): JsonValue {
  if (!isParticipant(value)) return value;
  return only(value as Readonly<Record<string, JsonValue>>, (_id, one) => isParticipant(one) && stays(one));
}
