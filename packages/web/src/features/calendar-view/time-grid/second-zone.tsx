import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import styles from "./second-zone.module.css";

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1);

/** Shows the hours of another zone beside the viewer's own, with the offset of the first day shown. */
export function SecondZoneHours(props: {
  readonly zone: Zone;
  readonly hourHeight: number;
  readonly day: Local;
}) {
  const viewer = useViewerZone();
  const there = useFormats(props.zone.id);
  return HOURS.map((hour) => {
    const at = viewer.toInstant(asLocal(props.day + hour * HOUR));
    const days = dayOf(props.zone.toLocal(at)) - dayOf(props.day);
    return (
      <span key={hour} className={styles.hour} style={{ top: hour * props.hourHeight }}>
        {there.hour(at)}
        {days === 0 ? null : <sup>{days > 0 ? `+${days}` : `−${-days}`}</sup>}
      </span>
    );
  });
}
