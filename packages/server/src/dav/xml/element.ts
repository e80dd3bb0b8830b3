import { keyOf, type XmlName } from "./names.ts";

/** An element of a request body, with its namespaces resolved. Comments and processing instructions are removed. */
export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** The elements inside an element, in order. */
export const elementsOf = (element: XmlElement): readonly XmlElement[] =>
  element.children.filter((child) => typeof child !== "string");

export const isNamed = (element: XmlName, { ns, name }: XmlName): boolean =>
  element.name === name && element.ns === ns;

/** The first element of a name directly inside. */
export const childNamed = (element: XmlElement, name: XmlName): XmlElement | undefined =>
  element.children.find((child): child is XmlElement => typeof child !== "string" && isNamed(child, name));

/** All elements of a name directly inside. */
export const childrenNamed = (element: XmlElement, name: XmlName): readonly XmlElement[] =>
  elementsOf(element).filter((child) => isNamed(child, name));

/** The text directly inside, unchanged. */
export const textOf = (element: XmlElement): string =>
  element.children.filter((child) => typeof child === "string").join("");

/** The value of an attribute without a namespace. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.ns === "" && attribute.name === name)?.value;

/** Only the name of an element. */
export const nameOf = ({ ns, name }: XmlName): XmlName => ({ ns, name });

/** The names of the elements directly inside, each once. */
export function namesIn(element: XmlElement): readonly XmlName[] {
  const names = new Map(elementsOf(element).map((child) => [keyOf(child), nameOf(child)]));
  return [...names.values()];
}
