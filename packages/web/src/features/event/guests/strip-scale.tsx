import { HOUR } from "@snart/calendar/time/instant.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Plan } from "../availability/use-plan.ts";
import styles from "./strip.module.css";

/** Shows the hours above the rows. Each row has them in words. */
export function StripScale({ plan: { window } }: { readonly plan: Plan }) {
  const zone = useViewerZone();
  const { time } = useFormats(zone.id);
  const length = window.to - window.from;
  const hours = Math.round(length / HOUR);
  const every = hours > 8 ? 2 : 1;
  const marks = Array.from({ length: hours }, (_, index) => window.from + index * HOUR);
  return (
    <div className={styles.scale} aria-hidden>
      {marks.map((at, index) =>
        index % every === 0 ? (
          <span key={at} style={{ left: `${((at - window.from) / length) * 100}%` }}>
            {time(at).replace(/:00/, "")}
          </span>
        ) : null,
      )}
    </div>
  );
}
