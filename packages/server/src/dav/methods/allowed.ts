import type { DavPath } from "../url.ts";

const COLLECTION = ["OPTIONS", "GET", "HEAD", "PROPFIND", "PROPPATCH", "REPORT"];

/** The methods that each kind of URL answers. */
export const ALLOWED: Readonly<Record<DavPath["kind"], readonly string[]>> = {
  root: COLLECTION,
  principals: COLLECTION,
  principal: COLLECTION,
  proxy: COLLECTION,
  homes: COLLECTION,
  home: [...COLLECTION, "POST"],
  // Evolution considers a calendar writable by PUT, POST or DELETE if it can't read its privileges
  // (e-cal-backend-caldav.c). The latter two are allowed; PUT would be refused, and older releases accept POST.
  calendar: [...COLLECTION, "POST", "DELETE", "MKCALENDAR", "MKCOL", "ACL"],
  object: [...COLLECTION, "POST", "PUT", "DELETE", "MOVE", "COPY"],
  inbox: COLLECTION,
  "inbox-item": [...COLLECTION, "DELETE"],
  outbox: [...COLLECTION, "POST"],
  push: ["OPTIONS", "DELETE"],
};

export const isAllowed = (kind: DavPath["kind"], method: string): boolean => ALLOWED[kind].includes(method);

/** The Allow header of a kind of URL (RFC 9110 §10.2.1). */
export const allowHeader = (kind: DavPath["kind"]): { Allow: string } => ({
  Allow: ALLOWED[kind].join(", "),
});
