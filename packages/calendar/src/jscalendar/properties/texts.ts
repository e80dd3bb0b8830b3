import { textValue } from "../../icalendar/text.ts";
import { firstProperty, parameterValue, withProperty, type Component } from "../../icalendar/component.ts";
import { withParameter, withRaw, withText } from "./edit-property.ts";
import type { Converter } from "./converter.ts";
import type { Item } from "../types.ts";
import { isCssColour } from "../css-colours.ts";

/** A text that both formats write the same way. */
const text = (js: "title" | "estimatedDuration", ical: string): Converter => ({
  names: [js],
  read: (component) => {
    const value = textValue(component, ical);
    return value === undefined ? {} : { [js]: value };
  },
  write: (component, item) => withText(component, ical, item[js]),
});

/** An enumerated value: `words` lists the iCalendar word for each JSCalendar one. */
function word(js: keyof Item, ical: string, words: Readonly<Record<string, string>>): Converter {
  const back = new Map(Object.entries(words).map(([name, written]) => [written, name]));
  const said = (component: Component): string | undefined =>
    back.get(firstProperty(component, ical)?.value.trim().toUpperCase() ?? "");
  return {
    names: [js],
    read: (component) => {
      const name = said(component);
      return name === undefined ? {} : { [js]: name };
    },
    write: (component, item) => {
      const wanted = item[js];
      if (wanted === said(component)) return component;
      return withRaw(component, ical, typeof wanted === "string" ? words[wanted] : undefined);
    },
  };
}

const integer = (js: "priority" | "sequence" | "percentComplete", ical: string): Converter => ({
  names: [js],
  read: (component) => {
    const value = Number.parseInt(firstProperty(component, ical)?.value ?? "", 10);
    return Number.isSafeInteger(value) && value >= 0 ? { [js]: value } : {};
  },
  write: (component, item) => withRaw(component, ical, item[js]?.toString()),
});

/** SUMMARY. */
export const title: Converter = { ...text("title", "SUMMARY"), carries: ["locale"] };
/** The language of the whole item is stored with its title; without a title it becomes JSPROP. */
export const locale: Converter = {
  names: ["locale"],
  read: (component) => {
    const property = firstProperty(component, "SUMMARY");
    const language = property && parameterValue(property, "LANGUAGE");
    return language === undefined ? {} : { locale: language };
  },
  write: (component, item) => {
    const property = firstProperty(component, "SUMMARY");
    if (!property || parameterValue(property, "LANGUAGE") === item.locale) return component;
    return withProperty(component, withParameter(property, "LANGUAGE", item.locale));
  },
};
/** A colour as JSCalendar permits it: a CSS name or six digits; undefined if a text is neither and can't become one. */
function readColour(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  // Some clients write the opacity as well.
  const [long] = /^#[0-9a-f]{6}(?=(?:[0-9a-f]{2})?$)/i.exec(text) ?? [];
  return long ?? (isCssColour(text) ? text : undefined);
}

/** COLOR (RFC 7986 §5.9). */
export const color: Converter = {
  names: ["color"],
  read: (component) => {
    const value = readColour(textValue(component, "COLOR")?.trim() ?? "");
    return value === undefined ? {} : { color: value };
  },
  write: (component, item) => withText(component, "COLOR", item.color),
};
/** The estimated duration of a task (draft-ietf-calext-ical-tasks). */
export const estimatedDuration = text("estimatedDuration", "ESTIMATED-DURATION");
export const privacy = word("privacy", "CLASS", {
  public: "PUBLIC",
  private: "PRIVATE",
  secret: "CONFIDENTIAL",
});
export const freeBusyStatus = word("freeBusyStatus", "TRANSP", { free: "TRANSPARENT", busy: "OPAQUE" });
/** TRANSP is for events only (RFC 5545 §3.8.2.7): a task keeps one that a client wrote, and otherwise uses JSPROP. */
export const taskFreeBusyStatus: Converter = {
  ...freeBusyStatus,
  write: (component, item, zones) =>
    firstProperty(component, "TRANSP") ? freeBusyStatus.write(component, item, zones) : component,
};
export const eventStatus = word("status", "STATUS", {
  confirmed: "CONFIRMED",
  tentative: "TENTATIVE",
  cancelled: "CANCELLED",
});
export const taskProgress = word("progress", "STATUS", {
  "needs-action": "NEEDS-ACTION",
  "in-process": "IN-PROCESS",
  completed: "COMPLETED",
  failed: "FAILED",
  cancelled: "CANCELLED",
});
export const priority = integer("priority", "PRIORITY");
export const sequence = integer("sequence", "SEQUENCE");
export const percentComplete = integer("percentComplete", "PERCENT-COMPLETE");
