import { firstProperty, type Component } from "../icalendar/component.ts";
import { readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import { textValue } from "../icalendar/text.ts";
import { UTC } from "../time/zone.ts";
import { alerts } from "./properties/alerts.ts";
import { description } from "./properties/description.ts";
import { readExtras, withExtras } from "./properties/extras.ts";
import { links } from "./properties/links.ts";
import { locations } from "./properties/locations.ts";
import { participants } from "./properties/participants.ts";
import { relatedTo } from "./properties/relations.ts";
import { progressUpdated } from "./properties/progress-updated.ts";
import { recurrenceRule } from "./properties/recurrence-rule.ts";
import { categories, keywords } from "./properties/sets.ts";
import { signUp } from "./properties/sign-up.ts";
import { taskTimes } from "./properties/task-times.ts";
import { virtualLocations } from "./properties/virtual-locations.ts";
import * as texts from "./properties/texts.ts";
import { eventTimes } from "./properties/event-times.ts";
import type { Converter } from "./properties/converter.ts";
import type { Item } from "./types.ts";
import { formatUtcDateTime } from "./date-time-text.ts";
import { asJson, sameJson } from "./patch.ts";

const SHARED: readonly Converter[] = [
  recurrenceRule,
  texts.title,
  texts.locale,
  description,
  texts.color,
  texts.privacy,
  texts.priority,
  texts.sequence,
  keywords,
  categories,
  locations,
  virtualLocations,
  links,
  relatedTo,
  participants,
  alerts,
];

/** The converters of an item, by the name of its component. Times come first: rules depend on them. */
const CONVERTERS: Readonly<Record<string, readonly Converter[]>> = {
  VEVENT: [eventTimes, texts.eventStatus, texts.freeBusyStatus, signUp, ...SHARED],
  VTODO: [
    taskTimes,
    texts.taskProgress,
    progressUpdated,
    texts.taskFreeBusyStatus,
    texts.percentComplete,
    texts.estimatedDuration,
    ...SHARED,
  ],
};

const convertersOf = ({ name }: Component): readonly Converter[] => CONVERTERS[name] ?? [];

function readStamp(component: Component, names: readonly string[]): string | undefined {
  const property = names.map((name) => firstProperty(component, name)).find((found) => found !== undefined);
  const time = property && readTime(property, () => undefined);
  return time?.kind === "timed" ? formatUtcDateTime(UTC.toInstant(time.local)) : undefined;
}

function readIdentity(component: Component): Item {
  const created = readStamp(component, ["CREATED"]);
  const updated = readStamp(component, ["LAST-MODIFIED", "DTSTAMP"]);
  return {
    uid: textValue(component, "UID")?.trim() ?? "",
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
  };
}

const readConverted = (component: Component, converters: readonly Converter[], zones: ZoneLookup): Item =>
  Object.assign({}, ...converters.map(({ read }) => read(component, zones))) as Item;

/** Everything that a VEVENT or VTODO says about itself, without its exceptions (EXDATE, RDATE, other components). */
export function readItem(component: Component, zones: ZoneLookup): Item {
  const item = { ...readIdentity(component), ...readConverted(component, convertersOf(component), zones) };
  return readExtras(component, asJson(item)) as Item;
}

/**
 * Changes a component from `before` to `after`: only content lines of properties that differ are rewritten. Identity,
 * stamps and exceptions stay.
 */
export function rewriteItem(component: Component, before: Item, after: Item, zones: ZoneLookup): Component {
  const [old, next] = [asJson(before), asJson(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  const changed = new Set([...names].filter((name) => !sameJson(old[name], next[name])));
  if (changed.size === 0) return component;
  const isChanged = (name: string): boolean => changed.has(name);
  const concerned = convertersOf(component).filter((converter) =>
    [...converter.names, ...(converter.dependsOn ?? [])].some(isChanged),
  );
  const result = concerned.reduce((written, { write }) => write(written, after, zones), component);
  const touched = new Set<string>([...changed, ...concerned.flatMap(({ carries = [] }) => carries)]);
  // Only the touched properties are read again: reading all the others of a thousand instances would be most of the
  // work.
  const asked = convertersOf(component).filter(({ names: own }) => own.some((name) => touched.has(name)));
  const said = asJson(readConverted(result, asked, zones));
  return withExtras(result, said, next, (name) => touched.has(name));
}
