import { parameterValue, type Parameter, type Property } from "../icalendar/component.ts";
import { EVERYWHERE, PARAMETERS, PARTSTATS } from "./parameters.ts";
import { PROPERTIES, STATUS_VALUES, type PropertyRule } from "./properties.ts";
import { isValueType, valueProblem, valuesOfList, type ValueType } from "./value-types.ts";
import { quoted, type Place, type Violations } from "./violation.ts";

// eslint-disable-next-line no-control-regex -- they are what is looked for (RFC 5545 §3.1, CONTROL)
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/**
 * Checks one property: its parameters, its value type and its values. Unknown properties are only checked for control
 * characters.
 */
export function checkProperty(place: Place, property: Property, violations: Violations): void {
  if (CONTROL.test(property.value))
    violations.ofProperty(
      "control-character",
      place,
      property,
      "a control character is in the value",
      "5545 3.1",
    );
  const rule = ruleOf(property.name);
  checkParameters(place, property, rule, violations);
  if (!rule) return;
  const type = typeOf(property, rule);
  if (!type) {
    const written = parameterValue(property, "VALUE") ?? "";
    if (isValueType(written.toUpperCase()))
      violations.ofProperty("value-type", place, property, `VALUE=${written} is not for it`, rule.section);
    return;
  }
  if (rule.explicit && parameterValue(property, "VALUE") === undefined)
    violations.ofProperty(
      "missing-parameter",
      place,
      property,
      "VALUE is missing and has no default",
      rule.section,
    );
  checkValue(place, property, rule, type, violations);
}

const ruleOf = (name: string): PropertyRule | undefined =>
  Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;

/** The value type that a property declares, or its default; undefined if the declared one is not allowed. */
export function typeOf(property: Property, rule = ruleOf(property.name)): ValueType | undefined {
  const written = parameterValue(property, "VALUE")?.toUpperCase();
  return written === undefined ? rule?.types[0] : rule?.types.find((type) => type === written);
}

function checkValue(
  place: Place,
  property: Property,
  rule: PropertyRule,
  type: ValueType,
  violations: Violations,
): void {
  const { value } = property;
  const isTime = type === "DATE-TIME" || type === "PERIOD";
  if (rule.syntax) {
    if (!rule.syntax.fits(value))
      violations.ofProperty(
        "value-syntax",
        place,
        property,
        `${quoted(value)} is not ${rule.syntax.wanted}`,
        rule.section,
      );
    return;
  }
  // One finding for a list is enough to find the others.
  const all = rule.list ? valuesOfList(type, value) : [value];
  for (const each of all) {
    const problem = valueProblem(type, each);
    if (problem) {
      violations.ofProperty(
        type === "RECUR" ? "recurrence-rule" : "value-syntax",
        place,
        property,
        problem.detail,
        problem.section,
      );
      return;
    }
  }
  if (rule.utc && isTime && !all.every((each) => /Z(?:\/|$)/i.test(each)))
    violations.ofProperty("not-utc", place, property, `${quoted(value)} is not in UTC`, rule.section);
  if (rule.range) checkRange(place, property, rule.range, rule.section, violations);
  if (rule.values) checkRegistered(place, property, rule, violations);
}

function checkRange(
  place: Place,
  property: Property,
  [min, max]: readonly [number, number],
  section: string,
  violations: Violations,
): void {
  const number = Number(property.value);
  if (number < min || number > max)
    violations.ofProperty(
      "value-range",
      place,
      property,
      `${quoted(property.value)} is not from ${min} to ${max}`,
      section,
    );
}

const isExtension = (value: string): boolean => /^X-[A-Z0-9-]+$/.test(value);

function checkRegistered(place: Place, property: Property, rule: PropertyRule, violations: Violations): void {
  const value = property.value.toUpperCase();
  const own = property.name === "STATUS" ? STATUS_VALUES[place.component.name] : undefined;
  const known = own ?? rule.values?.known ?? [];
  if (known.includes(value) || (rule.values?.open && isExtension(value))) return;
  const more = rule.values?.open ? " or X-…" : "";
  const detail = `${quoted(property.value)} is not one of ${known.join(", ")}${more}`;
  violations.ofProperty("unregistered-value", place, property, detail, rule.section);
}

function checkParameters(
  place: Place,
  property: Property,
  rule: PropertyRule | undefined,
  violations: Violations,
): void {
  const { parameters } = property;
  for (const [index, parameter] of parameters.entries()) {
    if (index > MAX_PARAMETERS) break;
    if (parameters.findIndex((other) => other.name === parameter.name) < index)
      violations.ofProperty(
        "repeated-parameter",
        place,
        property,
        `${parameter.name} is there twice`,
        "5545 3.2",
      );
    checkParameter(place, property, parameter, rule, violations);
  }
  if (!rule) return;
  checkEncoding(place, property, rule, violations);
  if (property.name === "STRUCTURED-DATA") checkStructuredData(place, property, violations);
  if (property.name === "RELATED-TO") checkRelation(place, property, violations);
}

/** Inline data is only useful with its media type and schema (RFC 9073 §6.6). */
function checkStructuredData(place: Place, property: Property, violations: Violations): void {
  if (typeOf(property) === "URI") return;
  for (const needed of ["FMTTYPE", "SCHEMA"])
    if (parameterValue(property, needed) === undefined)
      violations.ofProperty("missing-parameter", place, property, `${needed} is missing`, "9073 6.6");
}

/** The relations of RFC 5545 must still use UIDs, so that older clients understand them (RFC 9253 §9.1). */
function checkRelation(place: Place, property: Property, violations: Violations): void {
  const relation = parameterValue(property, "RELTYPE")?.toUpperCase() ?? "PARENT";
  if (typeOf(property) === "URI" && ["PARENT", "CHILD", "SIBLING"].includes(relation))
    violations.ofProperty("value-type", place, property, `VALUE=URI is not for ${relation}`, "9253 9.1");
}

/** Each parameter is compared with those before it. */
const MAX_PARAMETERS = 200;

function checkParameter(
  place: Place,
  property: Property,
  { name, values }: Parameter,
  rule: PropertyRule | undefined,
  violations: Violations,
): void {
  const known = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
  if (!known) return;
  if (rule && !rule.parameters.includes(name) && !EVERYWHERE.includes(name))
    violations.ofProperty("misplaced-parameter", place, property, `${name} is not for it`, known.section);
  const wrong = values.length === 0 ? "" : values.find((value) => !known.fits(value));
  const detail =
    wrong !== undefined
      ? `${name}=${quoted(wrong)} is not ${known.wanted}`
      : values.length > 1 && !known.list
        ? `${name} has more than one value`
        : undefined;
  if (detail !== undefined) violations.ofProperty("parameter-value", place, property, detail, known.section);
  if (name === "PARTSTAT") checkParticipation(place, property, values[0] ?? "", violations);
}

function checkParticipation(place: Place, property: Property, value: string, violations: Violations): void {
  const known = PARTSTATS[place.component.name];
  const status = value.toUpperCase();
  if (!known || known.includes(status) || !PARAMETERS["PARTSTAT"]?.fits(status) || isExtension(status))
    return;
  const detail = `PARTSTAT=${status} is not for ${place.component.name}`;
  violations.ofProperty("parameter-value", place, property, detail, "5545 3.2.12");
}

/** Binary content and its encoding go together (RFC 5545 §3.2.7); a TZID is only for local times (§3.2.19). */
function checkEncoding(place: Place, property: Property, rule: PropertyRule, violations: Violations): void {
  const type = typeOf(property, rule);
  const isEncoded = parameterValue(property, "ENCODING")?.toUpperCase() === "BASE64";
  if (isEncoded !== (type === "BINARY"))
    violations.ofProperty(
      "missing-parameter",
      place,
      property,
      isEncoded ? "ENCODING=BASE64 without VALUE=BINARY" : "VALUE=BINARY without ENCODING=BASE64",
      "5545 3.2.7",
    );
  if (parameterValue(property, "TZID") === undefined) return;
  if (type === "DATE") violations.ofProperty("tzid", place, property, "TZID at a date", "5545 3.2.19");
  else if (/Z$/i.test(property.value))
    violations.ofProperty("tzid", place, property, "TZID at a time in UTC", "5545 3.2.19");
}
