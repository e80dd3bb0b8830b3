import type { Component } from "../../icalendar/component.ts";
import type { ZoneLookup } from "../../icalendar/time-property.ts";
import type { Item } from "../types.ts";

/** Turns a few JSCalendar properties into iCalendar ones and back; no two converters share a name. */
export interface Converter {
  /** the JSCalendar properties that it reads and writes */
  readonly names: readonly (keyof Item)[];
  /** properties of other converters that its iCalendar side is written in terms of */
  readonly dependsOn?: readonly (keyof Item)[];
  /** properties that stand on the lines it writes, and lose their place when those go: they are kept as JSPROP then */
  readonly carries?: readonly (keyof Item)[];
  /** what a VEVENT or VTODO says about them; properties it says nothing about are absent */
  readonly read: (component: Component, zones: ZoneLookup) => Item;
  /**
   * The component saying what the item says about them. Called only when one of the names, or of what they depend on, changed; rewrites only
   * the content lines that must change, and keeps parameters it does not know.
   */
  readonly write: (component: Component, item: Item, zones: ZoneLookup) => Component;
}
