import { keyOf } from "../xml/names.ts";
import { appleProperties } from "./apple.ts";
import { calendarserverProperties } from "./calendarserver.ts";
import type { LiveProperty } from "./live-property.ts";
import { rfc3744 } from "./rfc3744.ts";
import { rfc4791 } from "./rfc4791.ts";
import { rfc4918 } from "./rfc4918.ts";
import { rfc5397 } from "./rfc5397.ts";
import { rfc6578 } from "./rfc6578.ts";
import { rfc6638 } from "./rfc6638.ts";

/** Every live property, in the order that allprop and propname give them. */
export const LIVE_PROPERTIES: readonly LiveProperty[] = [
  ...rfc4918,
  ...rfc5397,
  ...rfc3744,
  ...rfc4791,
  ...rfc6578,
  ...rfc6638,
  ...calendarserverProperties,
  ...appleProperties,
];

const byKey: ReadonlyMap<string, LiveProperty> = new Map(
  LIVE_PROPERTIES.map((property) => [keyOf(property.name), property]),
);

/** The live property of a `{namespace}name`, if there is one. */
export const livePropertyOf = (key: string): LiveProperty | undefined => byKey.get(key);
