import {
  makeProperty,
  parameterValue,
  propertiesNamed,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { formatParameters } from "../../icalendar/parameter.ts";
import { serialiseICalendar } from "../../icalendar/serialise.ts";
import { unescapeText } from "../../icalendar/text.ts";
import { tableName, whoseProperty } from "./whose-property.ts";

// A guest's own values in their copy of a meeting (whose-property.ts). Where a guest has changed something that the organizer sent,
// this property names it, with a mark of what the organizer had said: as long as that is what the organizer says, the guest's stands.

const CHANGED = "X-SNART-OWN";
const INSTEAD_OF = "X-SNART-INSTEAD-OF";

const lineOf = ({ name, parameters, value }: Property): string =>
  `${name}${formatParameters(parameters)}:${unescapeText(value).replace(/\s+/g, " ").trim()}`;

/** The lines of each name that a guest may change; read once. */
const saidIn = remembered((component) => {
  const said = new Map<string, string[]>();
  for (const property of component.properties) {
    if (whoseProperty(property).staysGuests !== "changed") continue;
    const name = tableName(property);
    said.set(name, [...(said.get(name) ?? []), lineOf(property)]);
  }
  return new Map([...said].map(([name, lines]) => [name, lines.toSorted().join("\n")]));
});

/** What a guest has changed, with the marks of what the organizer had said. */
const changedIn = (component: Component): ReadonlyMap<string, string> =>
  new Map(
    propertiesNamed(component, CHANGED).map((property) => [
      unescapeText(property.value),
      parameterValue(property, INSTEAD_OF) ?? "",
    ]),
  );

/** A short mark of a text (FNV-1a). */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

/**
 * A guest's component that names what the guest has changed in it.
 * @param former the component as it was
 */
export function withChangesNamed(component: Component, former: Component): Component {
  const [was, is] = [saidIn(former), saidIn(component)];
  const named = changedIn(former);
  const changed = [...is].flatMap(([name, text]): [string, string][] => {
    const mark = named.get(name) ?? (was.get(name) === text ? undefined : markOf(was.get(name) ?? ""));
    return mark === undefined || mark === markOf(text) ? [] : [[name, mark]];
  });
  const notes = changed.map(([name, mark]) => makeProperty(CHANGED, name, { [INSTEAD_OF]: mark }));
  const there = propertiesNamed(component, CHANGED);
  if (notes.length === 0 && there.length === 0) return component;
  if (notes.map(lineOf).join("\n") === there.map(lineOf).join("\n")) return component;
  return {
    ...component,
    properties: [...component.properties.filter(({ name }) => name !== CHANGED), ...notes],
  };
}

/** The organizer's component with the guest's own values of the former one: alarms too. */
export function withOwnValues(component: Component, former: Component): Component {
  const own = ownIn(former, saidIn(component));
  const names = new Set(own.map(tableName));
  const alarms = former.components.filter(({ name }) => name === "VALARM");
  return {
    ...component,
    properties: [...component.properties.filter((property) => !names.has(tableName(property))), ...own],
    components: [...component.components.filter(({ name }) => name !== "VALARM"), ...alarms],
  };
}

/**
 * A component's values that are the guest's own, with their names.
 * @param said what the organizer says now; absent: what the organizer has said before
 */
function ownIn(component: Component, said?: ReadonlyMap<string, string>): readonly Property[] {
  const changed = changedIn(component);
  const stands = (name: string): boolean =>
    changed.has(name) && (!said || markOf(said.get(name) ?? "") === changed.get(name));
  return component.properties.filter((property) => {
    if (property.name === CHANGED) return stands(unescapeText(property.value));
    return whoseProperty(property).staysGuests === "always" || stands(tableName(property));
  });
}

/** Whether an instance has values of the guest's own that its series has not. */
export function hasOwnValues(component: Component, series: Component | undefined): boolean {
  const own = ownText(component);
  return own !== "" && own !== (series ? ownText(series) : "");
}

const ownText = remembered((component) =>
  [
    ...ownIn(component).map(lineOf).toSorted(),
    ...component.components.filter(({ name }) => name === "VALARM").map((alarm) => serialiseICalendar(alarm)),
  ].join("\n"),
);

/** Caches by component: components are never changed in place. */
function remembered<T>(make: (component: Component) => T): (component: Component) => T {
  const known = new WeakMap<Component, T>();
  return (component) => {
    const there = known.get(component);
    if (there !== undefined) return there;
    const made = make(component);
    known.set(component, made);
    return made;
  };
}
