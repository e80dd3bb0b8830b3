import type { Component } from "../../icalendar/component.ts";
import type { ZoneLookup } from "../../icalendar/time-property.ts";
import type { Item } from "../types.ts";

/** Converts a few JSCalendar properties to iCalendar ones and back; no two converters share a property. */
export interface Converter {
  /** the JSCalendar properties that it reads and writes */
  readonly names: readonly (keyof Item)[];
  /** properties of other converters that the iCalendar form depends on */
  readonly dependsOn?: readonly (keyof Item)[];
  /** properties stored on the lines that it writes; when those lines go, these become JSPROP */
  readonly carries?: readonly (keyof Item)[];
  /** their values in a VEVENT or VTODO; absent properties are left out */
  readonly read: (component: Component, zones: ZoneLookup) => Item;
  /**
   * Writes the item's values into the component. Called only when one of `names` or `dependsOn` changed; rewrites
   * only the content lines that must change, and keeps parameters that it does not know.
   */
  readonly write: (component: Component, item: Item, zones: ZoneLookup) => Component;
}
