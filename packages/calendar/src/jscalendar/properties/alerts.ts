import {
  firstProperty,
  makeComponent,
  makeProperty,
  parameterValue,
  withComponents,
  withProperty,
  type Component,
} from "../../icalendar/component.ts";
import { escapeText, textProperty, textValue } from "../../icalendar/text.ts";
import { formatDuration, parseDuration } from "../../time/duration.ts";
import { UTC } from "../../time/zone.ts";
import { readTime, writeTime } from "../../icalendar/time-property.ts";
import { timed } from "../../time/calendar-time.ts";
import type { Converter } from "./converter.ts";
import type { Alert, Id, Item, Relation, Trigger } from "../types.ts";
import { formatUtcDateTime, parseUtcDateTime } from "../date-time-text.ts";
import { withParameter, withRaw, withValue } from "./edit-property.ts";
import { keyOfComponent } from "./keyed-components.ts";
import { derivedId, uniqueIds } from "./keyed-properties.ts";
import { relatedTo } from "./relations.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function readTrigger(alarm: Component): Trigger | undefined {
  const property = firstProperty(alarm, "TRIGGER");
  if (!property) return undefined;
  const offset = parseDuration(property.value);
  if (offset) {
    const isEnd = parameterValue(property, "RELATED")?.toUpperCase() === "END";
    return { "@type": "OffsetTrigger", offset: formatDuration(offset), ...(isEnd && { relativeTo: "end" }) };
  }
  const time = readTime(property, () => undefined);
  if (time?.kind !== "timed") return undefined;
  return { "@type": "AbsoluteTrigger", when: formatUtcDateTime(UTC.toInstant(time.local)) };
}

const ACTIONS: Readonly<Record<string, string>> = { DISPLAY: "display", AUDIO: "display", EMAIL: "email" };

function readAcknowledged(alarm: Component): Pick<Alert, "acknowledged"> {
  const property = firstProperty(alarm, "ACKNOWLEDGED") ?? firstProperty(alarm, "X-MOZ-LASTACK");
  const time = property && readTime(property, () => undefined);
  return time?.kind === "timed" ? { acknowledged: formatUtcDateTime(UTC.toInstant(time.local)) } : {};
}

/**
 * Undefined for an alarm that never rings: without a usable trigger, or Apple's placeholder ACTION:NONE for "no
 * default alert".
 */
function readAlert(alarm: Component): Alert | undefined {
  const trigger = readTrigger(alarm);
  const action = ACTIONS[firstProperty(alarm, "ACTION")?.value.trim().toUpperCase() ?? ""];
  if (!trigger || action === undefined) return undefined;
  return {
    "@type": "Alert",
    trigger,
    action,
    ...readAcknowledged(alarm),
    ...relatedTo.read(alarm, () => undefined),
  };
}

/** An alert whose relations change from UIDs to the keys of those alerts, or back. */
function renamed(alert: Alert, names: ReadonlyMap<string, string>): Alert {
  if (!alert.relatedTo || names.size === 0) return alert;
  const relations = Object.entries(alert.relatedTo).map(([name, relation]) => [
    names.get(name) ?? name,
    relation,
  ]);
  return { ...alert, relatedTo: Object.fromEntries(relations) as Readonly<Record<Id, Relation>> };
}

/** The id of the alert that an alarm is. (Two alarms without a name at one time share it here.) */
export const alertIdOf = (alarm: Component): Id =>
  keyOfComponent(alarm) ?? derivedId(JSON.stringify(readTrigger(alarm)));

/** The alarms that correspond to alerts, with their keys. */
function keyedAlarms(component: Component): readonly (readonly [Id, Component, Alert])[] {
  const alarms = component.components.flatMap((alarm) => {
    const alert = alarm.name === "VALARM" ? readAlert(alarm) : undefined;
    return alert ? [{ alarm, alert }] : [];
  });
  const ids = uniqueIds(alarms.map(({ alarm }) => alertIdOf(alarm)));
  const keys = new Map(
    alarms.map(({ alarm }, i): [string, Id] => [textValue(alarm, "UID") ?? "", ids[i] ?? ""]),
  );
  return alarms.map(({ alarm, alert }, i) => [ids[i] ?? "", alarm, renamed(alert, keys)]);
}

/** The alarms' UIDs by the keys of their alerts, for relations between alerts. */
const uidsOf = (alarms: readonly (readonly [Id, Component, Alert])[]): ReadonlyMap<Id, string> =>
  new Map(alarms.map(([key, alarm]) => [key, textValue(alarm, "UID") ?? key]));

function withTrigger(alarm: Component, trigger: Trigger): Component {
  if (trigger["@type"] === "AbsoluteTrigger") {
    const when = parseUtcDateTime(trigger.when) ?? 0;
    return withProperty(
      alarm,
      writeTime("TRIGGER", timed(UTC.toLocal(when), UTC, null), { VALUE: "DATE-TIME" }),
    );
  }
  const old = firstProperty(alarm, "TRIGGER") ?? makeProperty("TRIGGER", "");
  const related = withParameter(old, "RELATED", trigger.relativeTo === "end" ? "END" : undefined);
  const property = withParameter(related, "VALUE", undefined);
  return withProperty(alarm, withValue(property, trigger.offset));
}

function withAlert(
  alarm: Component,
  old: Alert | undefined,
  alert: Alert,
  uids: ReadonlyMap<Id, string>,
): Component {
  const same = (name: keyof Alert) => JSON.stringify(old?.[name]) === JSON.stringify(alert[name]);
  let result = same("trigger") ? alarm : withTrigger(alarm, alert.trigger);
  const action = alert.action ?? "display";
  if ((old?.action ?? "") !== action) result = withRaw(result, "ACTION", action.toUpperCase());
  if (!same("acknowledged")) {
    const at = alert.acknowledged === undefined ? undefined : parseUtcDateTime(alert.acknowledged);
    const stamp =
      at === undefined ? undefined : writeTime("ACKNOWLEDGED", timed(UTC.toLocal(at), UTC, null)).value;
    result = withRaw(withRaw(result, "X-MOZ-LASTACK", undefined), "ACKNOWLEDGED", stamp);
  }
  return same("relatedTo")
    ? result
    : relatedTo.write(result, { relatedTo: renamed(alert, uids).relatedTo ?? {} }, () => undefined);
}

/** A new VALARM. DESCRIPTION is required (RFC 5545 §3.6.6): it gets the title, which clients show. */
function newAlarm(
  [key, alert]: readonly [Id, Alert],
  item: Item,
  uids: ReadonlyMap<Id, string>,
  referred: ReadonlySet<string>,
): Component {
  const text = item.title || "…";
  const named =
    UUID.test(key) || referred.has(key)
      ? [textProperty("UID", key), ...(UUID.test(key) ? [] : [makeProperty("JSID", key)])]
      : [makeProperty("JSID", key)];
  const email = alert.action === "email" ? [makeProperty("SUMMARY", escapeText(text))] : [];
  const description = makeProperty("DESCRIPTION", escapeText(text));
  return withAlert(makeComponent("VALARM", [...named, description, ...email]), undefined, alert, uids);
}

/** Whether an alarm can have this trigger; alerts with a kind that is not known become JSPROP. */
const isKnownTrigger = ({ "@type": kind = "OffsetTrigger" }: Partial<Trigger>): boolean =>
  kind === "OffsetTrigger" || kind === "AbsoluteTrigger";

/** VALARM. Alarms that don't correspond to an alert stay unchanged. */
export const alerts: Converter = {
  names: ["alerts"],
  read(component) {
    const all = keyedAlarms(component);
    return all.length > 0 ? { alerts: Object.fromEntries(all.map(([key, , alert]) => [key, alert])) } : {};
  },
  write(component, item) {
    const wanted = Object.fromEntries(
      Object.entries(item.alerts ?? {}).filter(([, { trigger }]) => isKnownTrigger(trigger)),
    );
    const all = keyedAlarms(component);
    const uids = uidsOf(all);
    const known = new Map(all.map((entry) => [entry[1], entry]));
    const kept = component.components.flatMap((alarm) => {
      const [key, , old] = known.get(alarm) ?? [];
      if (key === undefined) return [alarm];
      const alert = wanted[key];
      return alert ? [withAlert(alarm, old, alert, uids)] : [];
    });
    const keys = new Set(uids.keys());
    const referred = new Set(Object.values(wanted).flatMap((alert) => Object.keys(alert.relatedTo ?? {})));
    const added = Object.entries(wanted)
      .filter(([key]) => !keys.has(key))
      .map((entry) => newAlarm(entry, item, uids, referred));
    return withComponents(component, [...kept, ...added]);
  },
};
