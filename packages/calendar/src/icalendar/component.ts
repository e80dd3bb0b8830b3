/**
 * A component of iCalendar text (RFC 5545 §3.6), stored so that it can be written back unchanged. Never changed in
 * place.
 */
export interface Component {
  /** in upper case */
  readonly name: string;
  /** the name as written, if it was not in upper case */
  readonly written?: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
}

/** A content line (RFC 5545 §3.1). */
export interface Property {
  /** in upper case */
  readonly name: string;
  /** the name as written, if it was not in upper case */
  readonly written?: string;
  readonly parameters: readonly Parameter[];
  /** the raw value, escapes and all */
  readonly value: string;
  /** where it stood in the text, counted from 1; 0 if it was not read from text */
  readonly line: number;
}

/** A property parameter (RFC 5545 §3.2). */
export interface Parameter {
  /** in upper case */
  readonly name: string;
  /** the name as written, if it was not in upper case */
  readonly written?: string;
  /** without quotes, RFC 6868 escapes decoded */
  readonly values: readonly string[];
  /** the text after `=`, if formatting the values would give another text */
  readonly raw?: string;
}

/** The first property of a name (upper case). */
export const firstProperty = (component: Component, name: string): Property | undefined =>
  component.properties.find((property) => property.name === name);

/** All properties of a name (upper case), in order. */
export const propertiesNamed = (component: Component, name: string): readonly Property[] =>
  component.properties.filter((property) => property.name === name);

/** The first value of a parameter (upper case name). */
export const parameterValue = (property: Property, name: string): string | undefined =>
  property.parameters.find((parameter) => parameter.name === name)?.values[0];

/** Replaces the first property of the same name, where it stands, or appends. */
export function withProperty(component: Component, property: Property): Component {
  const index = component.properties.findIndex(({ name }) => name === property.name);
  const properties =
    index < 0 ? [...component.properties, property] : component.properties.with(index, property);
  return { ...component, properties };
}

/** Drops every property of a name (upper case). */
export const withoutProperties = (component: Component, name: string): Component => ({
  ...component,
  properties: component.properties.filter((property) => property.name !== name),
});

/** The component with other properties. */
export const withProperties = (component: Component, properties: readonly Property[]): Component => ({
  ...component,
  properties,
});

/** The component with other components inside. */
export const withComponents = (component: Component, components: readonly Component[]): Component => ({
  ...component,
  components,
});

/** A new component; name in upper case. */
export const makeComponent = (
  name: string,
  properties: readonly Property[],
  components: readonly Component[] = [],
): Component => ({ name, properties, components });

/** Parameters by upper-case name. */
export type ParameterValues = Readonly<Record<string, string | readonly string[]>>;

/** A new property from a raw value; names in upper case. Throws on a name that iCalendar text cannot hold (`isName`). */
export const makeProperty = (name: string, value: string, parameters: ParameterValues = {}): Property => ({
  name: checkedName(name),
  parameters: Object.entries(parameters).map(([key, values]) => ({
    name: checkedName(key),
    values: typeof values === "string" ? [values] : values,
  })),
  value,
  line: 0,
});

/** Whether a string can be the name of a property, parameter or component (RFC 5545 §3.1), the underscore of some clients included. */
const isName = (name: string): boolean => /^[A-Za-z0-9_-]+$/.test(name);

function checkedName(name: string): string {
  if (!isName(name)) throw new RangeError(`not an iCalendar name: ${JSON.stringify(name)}`);
  return name;
}
