import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { isDraft } from "./draft.ts";
import { privacyOf } from "./privacy.ts";
import type { CalendarRights } from "./rights.ts";

/**
 * How much of an object somebody sees: all of it; its times and metadata, as of a private one (RFC 8984 §4.4.3); the
 * times that make its owner busy, and nothing else; or not even that it exists.
 */
export type Sight = "whole" | "times" | "busy" | "nothing";

/** Whose sight it is. */
export interface Viewer {
  readonly isOwner: boolean;
  readonly rights: CalendarRights;
}

/**
 * How much of an object a viewer of its calendar sees. A secret one only exists for the owner. A draft only exists for
 * people who may write it: nobody has been invited yet.
 * @param mayWrite whether the viewer may write this object, asked only about drafts
 */
export function sightOf(object: CalendarObject, viewer: Viewer, mayWrite: () => boolean): Sight {
  const { isOwner, rights } = viewer;
  if (isOwner) return "whole";
  const privacy = privacyOf(object);
  if (privacy === "secret") return "nothing";
  if (!rights.mayReadItems) return rights.mayReadFreeBusy && !isDraft(object) ? "busy" : "nothing";
  if (isDraft(object) && !mayWrite()) return "nothing";
  return privacy === "public" ? "whole" : "times";
}
