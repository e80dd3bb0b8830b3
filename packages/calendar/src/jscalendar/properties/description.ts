import {
  firstProperty,
  makeProperty,
  parameterValue,
  propertiesNamed,
  withProperties,
  withProperty,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { escapeText, unescapeText } from "../../icalendar/text.ts";
import type { Converter } from "./converter.ts";
import { isDerived, withParameter, withText } from "./edit-property.ts";
import { plainText } from "./plain-text.ts";

/** A description and its content type; absent means plain text. */
interface Described {
  readonly description?: string;
  readonly descriptionContentType?: string;
}

const STYLED = "STYLED-DESCRIPTION";
const PLAIN = "text/plain";

/** The STYLED-DESCRIPTION that is not derived: a text with a text media type. */
function ownStyled(component: Component): Property | undefined {
  return propertiesNamed(component, STYLED).find((property) => {
    const isText = (parameterValue(property, "VALUE") ?? "TEXT").toUpperCase() === "TEXT";
    const type = parameterValue(property, "FMTTYPE") ?? "text/html";
    return isText && /^text\//i.test(type) && !isDerived(property);
  });
}

/** DESCRIPTION, unless it is derived from STYLED-DESCRIPTION, which then is the description (RFC 9073 §6.5). */
export function readDescription(component: Component): Described {
  const plain = propertiesNamed(component, "DESCRIPTION").find((property) => !isDerived(property));
  if (plain) return { description: unescapeText(plain.value) };
  const styled = ownStyled(component);
  if (!styled) {
    const left = firstProperty(component, "DESCRIPTION");
    return left ? { description: unescapeText(left.value) } : {};
  }
  const type = parameterValue(styled, "FMTTYPE");
  return {
    description: unescapeText(styled.value),
    ...(type !== undefined && { descriptionContentType: type }),
  };
}

/** The component without properties that would still show the old description. */
const withoutStyled = (component: Component): Component =>
  withProperties(
    component,
    component.properties.filter(({ name }) => name !== STYLED),
  );

function withPlain(component: Component, text: string | undefined): Component {
  const result = withText(component, "DESCRIPTION", text);
  const property = firstProperty(result, "DESCRIPTION");
  return property && isDerived(property)
    ? withProperty(result, withParameter(property, "DERIVED", undefined))
    : result;
}

/**
 * Writes a description: plain text as DESCRIPTION, other types as STYLED-DESCRIPTION with a derived plain DESCRIPTION
 * for clients that know no other.
 */
export function writeDescription(component: Component, said: Described): Component {
  const { description, descriptionContentType: type = PLAIN } = said;
  const old = readDescription(component);
  if (old.description === description && (old.descriptionContentType ?? PLAIN) === type) return component;
  if (description === undefined || type.toLowerCase().startsWith(PLAIN))
    return withPlain(withoutStyled(component), description);
  const existing = ownStyled(component) ?? makeProperty(STYLED, "", { VALUE: "TEXT" });
  const styled = withParameter({ ...existing, value: escapeText(description) }, "FMTTYPE", type);
  const derived = withText(withoutStyled(component), "DESCRIPTION", plainText(description, type));
  const marked = propertiesNamed(derived, "DESCRIPTION").map((property) =>
    withParameter(property, "DERIVED", "TRUE"),
  );
  const others = derived.properties.filter(({ name }) => name !== "DESCRIPTION");
  return withProperties(derived, [...others, ...marked, styled]);
}

/** DESCRIPTION and STYLED-DESCRIPTION. A content type that needs no STYLED-DESCRIPTION becomes JSPROP. */
export const description: Converter = {
  names: ["description", "descriptionContentType"],
  carries: ["descriptionContentType"],
  read: readDescription,
  write: (component, item) => writeDescription(component, item),
};
