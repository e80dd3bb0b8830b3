import type { LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import type { ObjectId } from "../../../app/types.ts";

/** The meaning of an id in CalendarEvent/get and /set: a stored event, or one occurrence of it. */
export interface EventReference {
  /** As the client wrote it; answers use the same. */
  readonly id: string;
  readonly baseId: ObjectId;
  readonly recurrenceId: LocalDateTime | undefined;
}

/**
 * Between the id and the occurrence. RFC 8620 §1.2 has no full stop in ids, so queries return `_`; `.`, which Snart's
 * web app writes, is accepted as well.
 */
const SEPARATOR = "_";
const SYNTHETIC = /^([A-Za-z0-9-]{1,200})[._](\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})$/;

/** Reads an id; undefined if no record can have it. */
export function eventReference(id: string): EventReference | undefined {
  const match = SYNTHETIC.exec(id);
  if (match) {
    const [, baseId, year, month, day, hour, minute, second] = match;
    const recurrenceId = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    return { id, baseId: baseId as ObjectId, recurrenceId };
  }
  return /^[A-Za-z0-9_-]{1,255}$/.test(id)
    ? { id, baseId: id as ObjectId, recurrenceId: undefined }
    : undefined;
}

/** The id of one occurrence: the stored id and the recurrence id without punctuation. */
export const syntheticId = (baseId: string, recurrenceId: LocalDateTime): string =>
  `${baseId}${SEPARATOR}${recurrenceId.replaceAll(/[-:]/g, "")}`;
