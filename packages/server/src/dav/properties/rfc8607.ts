// Managed attachments and their limits (RFC 8607 §6). None is part of allprop, as the RFC asks.
import { ATTACHMENTS } from "../../app/attachments/attachment-url.ts";
import { caldav } from "../xml/names.ts";
import { href } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

export const rfc8607: readonly LiveProperty[] = [
  liveProperty(["home", "calendar"], {
    name: caldav("managed-attachments-server-URL"),
    get: (_, { hrefs }) => href(hrefs.base + ATTACHMENTS),
  }),
  liveProperty(["home", "calendar"], {
    name: caldav("max-attachment-size"),
    get: (_, { limits }) => String(limits.attachmentSize),
  }),
  liveProperty(["home", "calendar"], {
    name: caldav("max-attachments-per-resource"),
    get: (_, { limits }) => String(limits.attachmentsPerObject),
  }),
];
