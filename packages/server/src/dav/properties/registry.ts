import { keyOf } from "../xml/names.ts";
import { appleProperties } from "./apple.ts";
import { calendarserverProperties } from "./calendarserver.ts";
import type { LiveProperty } from "./live-property.ts";
import { rfc3744 } from "./rfc3744.ts";
import { rfc4331 } from "./rfc4331.ts";
import { rfc4791 } from "./rfc4791.ts";
import { rfc4918 } from "./rfc4918.ts";
import { rfc5397 } from "./rfc5397.ts";
import { rfc5995 } from "./rfc5995.ts";
import { rfc6578 } from "./rfc6578.ts";
import { rfc6638 } from "./rfc6638.ts";
import { rfc7953 } from "./rfc7953.ts";
import { rfc8607 } from "./rfc8607.ts";
import { sharingProperties } from "./sharing.ts";
import { webdavPushProperties } from "./webdav-push.ts";

/** The live properties by RFC, in the order of allprop and propname. */
export const PROPERTY_GROUPS: readonly {
  readonly source: string;
  readonly properties: readonly LiveProperty[];
}[] = [
  { source: "RFC 4918", properties: rfc4918 },
  { source: "RFC 4331", properties: rfc4331 },
  { source: "RFC 5397", properties: rfc5397 },
  { source: "RFC 3744", properties: rfc3744 },
  { source: "RFC 4791, 7809", properties: rfc4791 },
  { source: "RFC 6578, 3253", properties: rfc6578 },
  { source: "RFC 5995", properties: rfc5995 },
  { source: "RFC 6638", properties: rfc6638 },
  { source: "RFC 7953", properties: rfc7953 },
  { source: "RFC 8607", properties: rfc8607 },
  { source: "Calendar Server", properties: calendarserverProperties },
  { source: "Calendar Server, sharing", properties: sharingProperties },
  { source: "Apple", properties: appleProperties },
  { source: "WebDAV-Push", properties: webdavPushProperties },
];

export const LIVE_PROPERTIES: readonly LiveProperty[] = PROPERTY_GROUPS.flatMap(
  ({ properties }) => properties,
);

const byKey: ReadonlyMap<string, LiveProperty> = new Map(
  LIVE_PROPERTIES.map((property) => [keyOf(property.name), property]),
);

/** The live property of a `{namespace}name`, if there is one. */
export const livePropertyOf = (key: string): LiveProperty | undefined => byKey.get(key);
