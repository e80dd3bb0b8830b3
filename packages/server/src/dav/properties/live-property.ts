import type { Result } from "@snart/calendar/result.ts";
import type { Actor } from "../../app/actor.ts";
import type { CalendarGrant } from "../../app/grants.ts";
import type { Limits } from "../../app/limits.ts";
import type { CalendarView, ComponentType } from "../../app/types.ts";
import type { Refusal } from "../preconditions.ts";
import type { Resource, ResourceKind, ResourceOf } from "../resource.ts";
import type { Hrefs } from "../url.ts";
import type { XmlElement } from "../xml/element.ts";
import type { XmlName } from "../xml/names.ts";

/** The context that properties may read besides their resource. */
export interface PropertyView {
  readonly actor: Actor;
  readonly hrefs: Hrefs;
  readonly limits: Limits;
  /** PRODID of what Snart itself writes */
  readonly prodId: string;
}

/** The effect of setting a property of a calendar. */
export interface CalendarFields {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string | null;
  readonly sortOrder?: number;
  readonly timeZone?: string | null;
  readonly timeZoneText?: string | null;
  /** only at creation */
  readonly components?: readonly ComponentType[];
  readonly view?: CalendarView;
}

/**
 * Reads a new value, or undefined for a removal, into its effect. `grant` is that of the calendar; undefined while it
 * is being created.
 */
export type PropertySetter = (
  value: XmlElement | undefined,
  grant: CalendarGrant | undefined,
) => Result<CalendarFields, Refusal>;

/** A property to which the server gives meaning (RFC 4918 §4.2), as the registry holds it. */
export interface LiveProperty {
  readonly name: XmlName;
  /** the kinds of resources that may have it */
  readonly on: readonly ResourceKind[];
  readonly inAllprop: boolean;
  /** the value as XML, or undefined if the resource does not have the property */
  readonly get: (resource: Resource, view: PropertyView) => string | undefined;
  /** for calendars only; absent: protected */
  readonly set?: PropertySetter;
  /** whether another use case sets it, on resources other than calendars */
  readonly isSetApart?: boolean;
  /** for calendars, only while they are created */
  readonly initialise?: PropertySetter;
}

/** Makes a live property for kinds of resources. */
export function liveProperty<K extends ResourceKind>(
  on: readonly K[],
  property: Omit<LiveProperty, "on" | "get" | "inAllprop"> & {
    readonly inAllprop?: boolean;
    readonly get: (resource: ResourceOf<K>, view: PropertyView) => string | undefined;
  },
): LiveProperty {
  const kinds = new Set<ResourceKind>(on);
  const has = (resource: Resource): resource is ResourceOf<K> => kinds.has(resource.kind);
  return {
    ...property,
    on,
    inAllprop: property.inAllprop ?? false,
    get: (resource, view) => (has(resource) ? property.get(resource, view) : undefined),
  };
}

export const EVERYTHING = [
  "root",
  "principals",
  "principal",
  "proxy",
  "homes",
  "home",
  "calendar",
  "object",
  "inbox",
  "inbox-item",
  "outbox",
] as const satisfies readonly ResourceKind[];
