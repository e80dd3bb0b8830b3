import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";

/** When an event begins on the clocks of its own zone, before its place; nothing where they show the viewer's time. */
export function TimeElsewhere({ occurrence: { event, start } }: { readonly occurrence: ShownOccurrence }) {
  const t = useMessages();
  const viewer = useViewerZone();
  const zone = ianaZone(event.timeZone ?? "") ?? viewer;
  const formats = useFormats(zone.id);
  if (zone.toLocal(start) === viewer.toLocal(start)) return null;
  const hasPlace = Object.values(event.locations ?? {}).some(({ name }) => name);
  return (
    <>
      {zoneCity(zone.id, t)} {formats.time(start)}
      {hasPlace ? " · " : null}
    </>
  );
}
