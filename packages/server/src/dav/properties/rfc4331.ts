// Quota (RFC 4331 §3, §4): a home's room for attachments. Events have a limit each, and calendars in their number.
import { dav } from "../xml/names.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

export const rfc4331: readonly LiveProperty[] = [
  liveProperty(["home"], {
    name: dav("quota-available-bytes"),
    get: ({ used }, { limits }) =>
      used === undefined ? undefined : String(Math.max(0, limits.attachmentQuota - used)),
  }),
  liveProperty(["home"], {
    name: dav("quota-used-bytes"),
    get: ({ used }) => (used === undefined ? undefined : String(used)),
  }),
];
