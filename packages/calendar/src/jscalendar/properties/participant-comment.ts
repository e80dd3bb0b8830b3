import { ATTENDEE_COMMENT, ATTENDEE_REF } from "../../icalendar/calendar-server.ts";
import { parameterValue, type Component, type Property } from "../../icalendar/component.ts";
import { textProperty, unescapeText } from "../../icalendar/text.ts";
import { sameAddress } from "../calendar-address.ts";
import type { Id, Participant } from "../types.ts";

// What guests say besides their answers (`participationComment`), which ATTENDEE has no parameter for.

type Participants = Readonly<Record<Id, Participant>>;

const isComment = ({ name }: Property): boolean => name === ATTENDEE_COMMENT;
const authorOf = (property: Property): string => parameterValue(property, ATTENDEE_REF) ?? "";

/** The participants with their comments. */
export function withComments(component: Component, participants: Participants): Participants {
  const comments = component.properties.filter(isComment);
  if (comments.length === 0) return participants;
  return Object.fromEntries(
    Object.entries(participants).map(([key, participant]) => {
      const own = comments.find((one) => sameAddress(authorOf(one), participant.calendarAddress));
      const said = own && unescapeText(own.value).trim();
      return [key, said ? { ...participant, participationComment: said } : participant];
    }),
  );
}

/** Writes the comments of participants with an address; an unchanged one stays as it is. */
export function writeComments(component: Component, participants: Participants): Component {
  const everybody = Object.values(participants);
  const saying = everybody.filter((one) => one.calendarAddress !== undefined);
  const before = component.properties.filter(isComment);
  const kept = before.filter((property) => {
    const author = saying.find(({ calendarAddress }) => sameAddress(authorOf(property), calendarAddress));
    // People who are no longer there may come back; nobody changed what they said.
    return !author || author.participationComment === unescapeText(property.value).trim();
  });
  const added = saying.flatMap(({ calendarAddress = "", participationComment: said = "" }) => {
    const isKept = kept.some((one) => sameAddress(authorOf(one), calendarAddress));
    return said.trim() === "" || isKept
      ? []
      : [textProperty(ATTENDEE_COMMENT, said.trim(), { [ATTENDEE_REF]: calendarAddress })];
  });
  if (kept.length === before.length && added.length === 0) return component;
  const others = component.properties.filter((one) => !isComment(one) || kept.includes(one));
  return { ...component, properties: [...others, ...added] };
}
