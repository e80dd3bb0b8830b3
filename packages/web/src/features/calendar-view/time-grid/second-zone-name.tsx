import type { Zone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import styles from "./second-zone.module.css";

/** Returns the zone's usual name: its city. */
export function SecondZoneName({ zone }: { readonly zone: Zone }) {
  const name = zoneCity(zone.id, useMessages());
  return (
    <span className={styles.name} title={zone.id}>
      {name}
    </span>
  );
}
