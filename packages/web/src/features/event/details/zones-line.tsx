import { Globe } from "lucide-react";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { machineZone, useViewerZone } from "../../../i18n/viewer-zone.ts";
import { zonesAt, type TimeThere } from "./both-zones.ts";
import styles from "./details.module.css";

interface ZonesLineProps {
  readonly start: Instant;
  /** the names of the zones that the event has to do with */
  readonly zones: readonly (string | null | undefined)[];
}

/** The start of an event in every zone that it has to do with, where the clock differs: its own, this device's and the viewer's. */
export function ZonesLine({ start, zones: names }: ZonesLineProps) {
  const viewer = useViewerZone();
  const own = names.flatMap((id) => (id ? (ianaZone(id) ?? []) : []));
  const zones = zonesAt(start, viewer, [...own, machineZone()]);
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
