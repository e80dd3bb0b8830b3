import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuseWith, type Refusal } from "../../preconditions.ts";
import { childNamed, elementsOf, isNamed, textOf, type XmlElement } from "../element.ts";
import { calendarserver, dav } from "../names.ts";

/** One person of a CS:share: what they are to be allowed, or null for nothing any more. */
export interface ShareWish {
  /** a calendar user address */
  readonly address: string;
  readonly access: "read" | "read-write" | null;
}

/** Reads the body of a POST that shares a calendar (caldav-sharing §5.2). Of what it says besides, such as a summary, nobody here reads anything. */
export function readShare(body: XmlElement | undefined): Result<readonly ShareWish[], Refusal> {
  if (!body || !isNamed(body, calendarserver("share")))
    return failed(refuseWith(400, "What is posted to a calendar as XML is CS:share."));
  const wishes: ShareWish[] = [];
  for (const element of elementsOf(body)) {
    const wish = readWish(element);
    if (!wish)
      return failed(refuseWith(400, "CS:share holds CS:set, with CS:read or CS:read-write, and CS:remove."));
    wishes.push(wish);
  }
  return wishes.length > 0
    ? ok(wishes)
    : failed(refuseWith(400, "CS:share holds at least one CS:set or CS:remove."));
}

function readWish(element: XmlElement): ShareWish | undefined {
  const href = childNamed(element, dav("href"));
  const address = href && textOf(href).trim();
  if (!address) return undefined;
  if (isNamed(element, calendarserver("remove"))) return { address, access: null };
  if (!isNamed(element, calendarserver("set"))) return undefined;
  if (childNamed(element, calendarserver("read-write"))) return { address, access: "read-write" };
  return childNamed(element, calendarserver("read")) ? { address, access: "read" } : undefined;
}
