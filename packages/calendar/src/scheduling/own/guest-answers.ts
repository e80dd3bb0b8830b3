import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import {
  parameterValue,
  propertiesNamed,
  withProperties,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { textProperty, textValue, unescapeText } from "../../icalendar/text.ts";
import { zonesOf } from "../../recurrence/resolve-zone.ts";
import { keyOfTime, mapComponents, overridesByKey, recurrenceTime } from "../instance.ts";
import { markOf } from "./own-values.ts";

// What guests of a booking page have answered stands in the description of their event, where its host's apps show it. It is for the host
// alone, and for whoever may change the event: other readers, other hosts and rooms get the description without it. The event names those
// lines by short marks, so that whatever the host writes beside them is shown to everybody.

/** The property of a JSCalendar event that names the lines of its description that are answers. */
export const ANSWER_MARKS = "snart:answerMarks";

/** The marks of a text of answers, one for each line. */
export const answerMarks = (text: string): readonly string[] => linesOf(text).map(markOf);

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");

/** A text without the lines that some marks name. */
export const withoutMarked = (text: string, marks: ReadonlySet<unknown>): string =>
  text
    .split("\n")
    .filter((line) => !marks.has(markOf(line)))
    .join("\n")
    .trim();

const isMarks = (property: Property): boolean =>
  property.name === "JSPROP" && parameterValue(property, "JSPTR") === ANSWER_MARKS;

/** Other forms of the same description, in which lines can't be told apart. */
const FORMS: ReadonlySet<string> = new Set(["DESCRIPTION", "STYLED-DESCRIPTION", "X-ALT-DESC"]);
const isDescription = ({ name }: Property): boolean => FORMS.has(name);

function marksIn(component: Component): ReadonlySet<unknown> | undefined {
  const property = propertiesNamed(component, "JSPROP").find(isMarks);
  if (!property) return undefined;
  try {
    const marks: unknown = JSON.parse(unescapeText(property.value));
    return new Set(Array.isArray(marks) ? marks : []);
  } catch {
    return new Set();
  }
}

function withoutThem(component: Component): Component {
  const marks = marksIn(component);
  if (!marks) return component;
  const left = withoutMarked(textValue(component, "DESCRIPTION") ?? "", marks);
  const others = component.properties.filter((property) => !isMarks(property) && !isDescription(property));
  return withProperties(component, left === "" ? others : [...others, textProperty("DESCRIPTION", left)]);
}

/** An object without what guests have answered; the same one if there is nothing. */
export const withoutAnswers = (object: CalendarObject): CalendarObject => mapComponents(object, withoutThem);

/** Restores the answers that the writer didn't see, unless they wrote another description. */
export function withAnswers(former: CalendarObject, written: CalendarObject): CalendarObject {
  const overrides = overridesByKey(former);
  const zones = zonesOf(written);
  return mapComponents(written, (component) => {
    const time = recurrenceTime(component, zones);
    const was = (time && overrides.get(keyOfTime(time))) ?? former.main;
    if (!was || !marksIn(was) || marksIn(component)) return component;
    if (textValue(component, "DESCRIPTION") !== textValue(withoutThem(was), "DESCRIPTION")) return component;
    const hidden = was.properties.filter((property) => isMarks(property) || isDescription(property));
    const others = component.properties.filter((property) => !isDescription(property));
    return withProperties(component, [...others, ...hidden]);
  });
}
