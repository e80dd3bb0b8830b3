import { Globe } from "lucide-react";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { machineZone, useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { zonesAt, type TimeThere } from "./both-zones.ts";
import styles from "./details.module.css";

/** The time of an event in every zone that it has to do with, where they differ: its own, this device's and the viewer's. */
export function ZonesLine({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  const { event, start, allDay } = occurrence;
  const viewer = useViewerZone();
  const own = [event.timeZone, event.endTimeZone].flatMap((id) => (id ? (ianaZone(id) ?? []) : []));
  const zones = allDay ? [] : zonesAt(start, viewer, [...own, machineZone()]);
  if (zones.length === 0) return null;
  return (
    <p className={styles.zones}>
      <Globe size={13} strokeWidth={1.7} aria-hidden />
      <span>
        {zones.map((there, index) => (
          <span key={there.zone.id}>
            {index > 0 ? " · " : null}
            <There at={start} there={there} />
          </span>
        ))}
      </span>
    </p>
  );
}

function There({ at, there: { zone, days } }: { readonly at: number; readonly there: TimeThere }) {
  const t = useMessages();
  const formats = useFormats(zone.id);
  return (
    <>
      {zoneCity(zone.id, t)} <b>{formats.time(at)}</b>
      {days === 0 ? null : ` ${t("event.daysOff", { sign: days > 0 ? "+" : "−", count: Math.abs(days) })}`}
    </>
  );
}
