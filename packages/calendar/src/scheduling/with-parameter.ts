import type { Property } from "../icalendar/component.ts";

/** The property with a parameter (upper-case name) set in place or appended; undefined removes it. */
export function withParameter(property: Property, name: string, value: string | undefined): Property {
  const index = property.parameters.findIndex((parameter) => parameter.name === name);
  if (value === undefined) return index < 0 ? property : withoutParameters(property, [name]);
  const parameter = { name, values: [value] };
  const parameters =
    index < 0 ? [...property.parameters, parameter] : property.parameters.with(index, parameter);
  return { ...property, parameters };
}

/** The property without these parameters (upper-case names); the same property if it has none of them. */
export function withoutParameters(property: Property, names: readonly string[]): Property {
  const parameters = property.parameters.filter(({ name }) => !names.includes(name));
  return parameters.length === property.parameters.length ? property : { ...property, parameters };
}
