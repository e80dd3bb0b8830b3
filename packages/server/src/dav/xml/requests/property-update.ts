import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuse, refuseWith, type Refusal } from "../../preconditions.ts";
import { childNamed, childrenNamed, elementsOf, isNamed, type XmlElement } from "../element.ts";
import { caldav, dav } from "../names.ts";

/** One instruction of a PROPPATCH; for a removal only the name of the property counts. */
export interface PropertyInstruction {
  readonly action: "set" | "remove";
  readonly property: XmlElement;
}

/** Reads a PROPPATCH body: instructions in document order (RFC 4918 §9.2). */
export function readPropertyUpdate(
  body: XmlElement | undefined,
): Result<readonly PropertyInstruction[], Refusal> {
  if (!body || !isNamed(body, dav("propertyupdate"))) {
    return failed(refuseWith(400, "The body of a PROPPATCH is DAV:propertyupdate."));
  }
  const instructions = elementsOf(body).flatMap(instructionsIn);
  return instructions.length > 0 ? ok(instructions) : failed(refuseWith(400, "Nothing to set or remove."));
}

function instructionsIn(element: XmlElement): readonly PropertyInstruction[] {
  const action = isNamed(element, dav("set"))
    ? "set"
    : isNamed(element, dav("remove"))
      ? "remove"
      : undefined;
  const prop = childNamed(element, dav("prop"));
  return action && prop ? elementsOf(prop).map((property) => ({ action, property })) : [];
}

/** Properties to start a collection with. */
export interface NewCollection {
  readonly isCalendar: boolean;
  /** all but resourcetype */
  readonly properties: readonly XmlElement[];
}

/** Reads the body of a MKCALENDAR (RFC 4791 §5.3.1.2); there may be none. */
export function readMkcalendar(body: XmlElement | undefined): Result<NewCollection, Refusal> {
  if (!body) return ok({ isCalendar: true, properties: [] });
  if (!isNamed(body, caldav("mkcalendar"))) {
    return failed(refuseWith(400, "The body of a MKCALENDAR is CALDAV:mkcalendar."));
  }
  return ok({
    isCalendar: true,
    properties: propertiesIn(body).filter((p) => !isNamed(p, dav("resourcetype"))),
  });
}

/** Reads the body of an extended MKCOL (RFC 5689); none makes a plain collection. */
export function readMkcol(body: XmlElement | undefined): Result<NewCollection, Refusal> {
  if (!body) return ok({ isCalendar: false, properties: [] });
  if (!isNamed(body, dav("mkcol")))
    return failed(refuseWith(415, "The body of a MKCOL is DAV:mkcol (RFC 5689)."));
  const properties = propertiesIn(body);
  const types = properties.find((property) => isNamed(property, dav("resourcetype")));
  if (!types)
    return failed(refuse("valid-resourcetype", "DAV:mkcol has to set DAV:resourcetype (RFC 5689 §3)."));
  const unknown = elementsOf(types).find(
    (type) => !isNamed(type, dav("collection")) && !isNamed(type, caldav("calendar")),
  );
  if (unknown || !childNamed(types, dav("collection"))) {
    return failed(refuse("valid-resourcetype", "Snart makes collections and calendars, nothing else."));
  }
  return ok({
    isCalendar: childNamed(types, caldav("calendar")) !== undefined,
    properties: properties.filter((property) => property !== types),
  });
}

const propertiesIn = (body: XmlElement): readonly XmlElement[] =>
  childrenNamed(body, dav("set"))
    .flatMap((set) => childrenNamed(set, dav("prop")))
    .flatMap(elementsOf);
