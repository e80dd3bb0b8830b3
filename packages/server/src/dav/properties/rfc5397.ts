// Who am I (RFC 5397).
import { dav } from "../xml/names.ts";
import { href } from "../xml/write-xml.ts";
import { EVERYTHING, liveProperty, type LiveProperty } from "./live-property.ts";

export const rfc5397: readonly LiveProperty[] = [
  liveProperty(EVERYTHING, {
    name: dav("current-user-principal"),
    get: (_, { actor, hrefs }) => href(hrefs.principal(actor.login)),
  }),
];
