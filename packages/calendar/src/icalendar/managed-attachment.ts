import type { CalendarObject } from "./calendar-object.ts";
import {
  makeProperty,
  parameterValue,
  propertiesNamed,
  withProperties,
  type Component,
  type ParameterValues,
  type Property,
} from "./component.ts";

/** A file that the server stores for a calendar object, as an ATTACH property describes it (RFC 8607 §4). */
export interface ManagedAttachment {
  readonly managedId: string;
  readonly url: string;
  readonly type: string;
  readonly filename: string;
  /** in octets */
  readonly size: number;
}

/** The MANAGED-ID of an ATTACH property; undefined for every other property. */
export const managedIdOf = (property: Property): string | undefined =>
  property.name === "ATTACH" ? parameterValue(property, "MANAGED-ID") : undefined;

/** The ids of all managed attachments that an object names, in the order of its text. */
export function managedIdsOf({ main, overrides }: Pick<CalendarObject, "main" | "overrides">): Set<string> {
  const ids = new Set<string>();
  for (const component of main ? [main, ...overrides] : overrides)
    for (const property of propertiesNamed(component, "ATTACH")) {
      const id = managedIdOf(property);
      if (id !== undefined) ids.add(id);
    }
  return ids;
}

const parametersOf = ({ managedId, type, filename, size }: ManagedAttachment): ParameterValues => ({
  "MANAGED-ID": managedId,
  FMTTYPE: type,
  FILENAME: filename,
  SIZE: String(size),
});

/** The ATTACH property of a managed attachment. */
export const attachProperty = (attachment: ManagedAttachment): Property =>
  makeProperty("ATTACH", attachment.url, parametersOf(attachment));

/** The property updated for another version of the file; parameters that others have added stay. */
export function withAttachment(property: Property, attachment: ManagedAttachment): Property {
  const next = attachProperty(attachment);
  const own = new Set(next.parameters.map(({ name }) => name));
  const kept = property.parameters.filter(({ name }) => !own.has(name));
  return { ...property, value: next.value, parameters: [...next.parameters, ...kept] };
}

/** The component in which ATTACH properties with one of these URLs carry their MANAGED-ID. */
export function withManagedIds(component: Component, idsByUrl: ReadonlyMap<string, string>): Component {
  let isSame = true;
  const properties = component.properties.map((property) => {
    const id = property.name === "ATTACH" ? idsByUrl.get(property.value) : undefined;
    if (id === undefined || managedIdOf(property) === id) return property;
    isSame = false;
    const others = property.parameters.filter(({ name }) => name !== "MANAGED-ID");
    return { ...property, parameters: [{ name: "MANAGED-ID", values: [id] }, ...others] };
  });
  return isSame ? component : withProperties(component, properties);
}
