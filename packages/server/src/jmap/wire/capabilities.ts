/** The capabilities that Snart speaks (RFC 8620 §2, RFC 9670, JMAP Calendars, and its own). */
export const CORE = "urn:ietf:params:jmap:core";
export const CALENDARS = "urn:ietf:params:jmap:calendars";
export const CALENDARS_PARSE = "urn:ietf:params:jmap:calendars:parse";
export const PRINCIPALS = "urn:ietf:params:jmap:principals";
export const AVAILABILITY = "urn:ietf:params:jmap:principals:availability";
export const PRINCIPALS_OWNER = "urn:ietf:params:jmap:principals:owner";
/** JMAP for Tasks (draft), as far as a VTODO goes. */
export const TASKS = "urn:ietf:params:jmap:tasks";
export const TASKS_RECURRENCES = "urn:ietf:params:jmap:tasks:recurrences";
export const TASKS_ALERTS = "urn:ietf:params:jmap:tasks:alerts";
/** RFC 9749: the key by which push services know this server. */
export const WEB_PUSH = "urn:ietf:params:jmap:webpush-vapid";
export const SNART = "urn:snart:jmap";

/** Capabilities that a request may name in `using`. */
export const CAPABILITIES = [
  CORE,
  CALENDARS,
  CALENDARS_PARSE,
  PRINCIPALS,
  AVAILABILITY,
  TASKS,
  TASKS_RECURRENCES,
  TASKS_ALERTS,
  WEB_PUSH,
  SNART,
] as const;
export type Capability = (typeof CAPABILITIES)[number];

const known: ReadonlySet<string> = new Set(CAPABILITIES);
export const isCapability = (name: string): name is Capability => known.has(name);
