import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuseWith, type Refusal } from "../../preconditions.ts";
import { isNamed, type XmlElement } from "../element.ts";
import { dav } from "../names.ts";
import { ALL_PROPERTIES, readPropertyRequest, type PropertyRequest } from "./property-request.ts";

/** Reads a PROPFIND body; none at all asks for everything (RFC 4918 §9.1). */
export function readPropfind(body: XmlElement | undefined): Result<PropertyRequest, Refusal> {
  if (!body) return ok(ALL_PROPERTIES);
  if (!isNamed(body, dav("propfind")))
    return failed(refuseWith(400, "The body of a PROPFIND is DAV:propfind."));
  const request = readPropertyRequest(body);
  if (!request.ok) return request;
  return request.value
    ? ok(request.value)
    : failed(refuseWith(400, "DAV:propfind needs prop, allprop or propname."));
}
