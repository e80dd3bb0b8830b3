import { ATTENDEE_COMMENT as COMMENT, ATTENDEE_REF as COMMENT_BY } from "../icalendar/calendar-server.ts";
import { makeProperty, parameterValue, type Component, type Property } from "../icalendar/component.ts";
import { unescapeText } from "../icalendar/text.ts";
import { addressKey, type IsAddressOf } from "./attendee.ts";

// The comment of an answer, where Calendar Server stores it and Apple's clients show it to the organizer.

/** When the present answer was given. */
export const ANSWER_STAMP = "X-CALENDARSERVER-DTSTAMP";
const MOST_OF_A_COMMENT = 2_000;

const isOf = (one: Property, address: string): boolean =>
  one.name === COMMENT && addressKey(parameterValue(one, COMMENT_BY) ?? "") === addressKey(address);

/** Whether a property is somebody else's comment. */
export const isCommentOfOther = (property: Property, isMine: IsAddressOf): boolean =>
  property.name === COMMENT && !isMine(parameterValue(property, COMMENT_BY) ?? "");

/** The component with somebody's comment next to those of others. @param value escaped, as in iCalendar text */
export function withAttendeeComment(
  component: Component,
  value: string | undefined,
  address: string,
  stamp: string,
): Component {
  const comment = value?.slice(0, MOST_OF_A_COMMENT);
  const isKnown = component.properties.some(
    (one) => isOf(one, address) && one.value === comment && parameterValue(one, ANSWER_STAMP) === stamp,
  );
  if (isKnown) return component;
  const others = component.properties.filter((one) => !isOf(one, address));
  if (!comment?.trim() && others.length === component.properties.length) return component;
  const added = comment?.trim()
    ? [makeProperty(COMMENT, comment, { [COMMENT_BY]: address, [ANSWER_STAMP]: stamp })]
    : [];
  return { ...component, properties: [...others, ...added] };
}

/** The component with all comments of another one. */
export function withCommentsOf(component: Component, other: Component): Component {
  const comments = other.properties.filter(({ name }) => name === COMMENT);
  if (comments.length === 0) return component;
  const others = component.properties.filter(({ name }) => name !== COMMENT);
  return { ...component, properties: [...others, ...comments] };
}

/** The comment that somebody gave with their answer. */
export const attendeeComment = (component: Component, address: string): string =>
  attendeeComments(component).get(addressKey(address)) ?? "";

/** All comments, by the keys of their authors' addresses. */
export function attendeeComments({ properties }: Component): ReadonlyMap<string, string> {
  const said = properties.filter(({ name }) => name === COMMENT).toReversed();
  return new Map(
    said.map((one) => [addressKey(parameterValue(one, COMMENT_BY) ?? ""), unescapeText(one.value).trim()]),
  );
}
