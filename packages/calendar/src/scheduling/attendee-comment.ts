import { makeProperty, parameterValue, type Component, type Property } from "../icalendar/component.ts";
import { unescapeText } from "../icalendar/text.ts";
import { addressKey, type IsAddressOf } from "./attendee.ts";

// The word that came with an answer, as Calendar Server keeps it and Apple's clients show it to the organizer.

const COMMENT = "X-CALENDARSERVER-ATTENDEE-COMMENT";
const COMMENT_BY = "X-CALENDARSERVER-ATTENDEE-REF";
/** When the answer that stands was given. */
export const ANSWER_STAMP = "X-CALENDARSERVER-DTSTAMP";
const MOST_OF_A_COMMENT = 2_000;

const isOf = (one: Property, address: string): boolean =>
  one.name === COMMENT && addressKey(parameterValue(one, COMMENT_BY) ?? "") === addressKey(address);

/** Whether a property is what somebody else said with their answer. */
export const isCommentOfOther = (property: Property, isMine: IsAddressOf): boolean =>
  property.name === COMMENT && !isMine(parameterValue(property, COMMENT_BY) ?? "");

/** The component with what somebody said with their answer, beside what others said. @param value as iCalendar has it, escaped */
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

/** What somebody said with their answer. */
export const attendeeComment = (component: Component, address: string): string =>
  attendeeComments(component).get(addressKey(address)) ?? "";

/** What everybody said with their answers, by the keys of their addresses. */
export function attendeeComments({ properties }: Component): ReadonlyMap<string, string> {
  const said = properties.filter(({ name }) => name === COMMENT).toReversed();
  return new Map(
    said.map((one) => [addressKey(parameterValue(one, COMMENT_BY) ?? ""), unescapeText(one.value).trim()]),
  );
}
