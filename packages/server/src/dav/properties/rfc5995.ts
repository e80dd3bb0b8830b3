// Adding members by POST (RFC 5995 §3.2).
import { ADD_MEMBER } from "../url.ts";
import { dav } from "../xml/names.ts";
import { href } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

export const rfc5995: readonly LiveProperty[] = [
  liveProperty(["calendar"], {
    name: dav("add-member"),
    get: ({ grant, href: path }) => (grant.rights.mayWriteOwn ? href(path + ADD_MEMBER) : undefined),
  }),
];
