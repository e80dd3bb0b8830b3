import { laterStarts } from "@snart/calendar/booking/no-show.ts";
import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import type { DoorAct } from "../../api/items/door-api.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import styles from "./pad.module.css";
import { useWipe } from "./use-wipe.ts";

interface LaterChoiceProps {
  readonly thing: DoorThing;
  readonly time: NonNullable<DoorThing["current"]>;
  readonly onChoose: (act: DoorAct) => void;
  readonly onClose: () => void;
}

/** More do not fit a small screen. */
const MOST = 5;

/** When is somebody coming that comes later? */
export function LaterChoice({ thing, time, onChoose, onClose }: LaterChoiceProps) {
  const t = useMessages();
  const now = useNow();
  const { time: clock } = useFormats(thing.timeZone);
  useWipe(onClose);
  return (
    <div className={styles.pad}>
      <h2>{t("bookables.laterWhen")}</h2>
      {laterStarts(time, now)
        .slice(0, MOST)
        .map((start) => (
          <button
            key={start}
            type="button"
            className={styles.act}
            onClick={() => onChoose({ kind: "comeLater", start })}
          >
            {clock(start)}
          </button>
        ))}
      <button type="button" className={styles.act} data-look="quiet" onClick={onClose}>
        {t("door.stop")}
      </button>
    </div>
  );
}
