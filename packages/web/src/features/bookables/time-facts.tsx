import { isolated } from "../../i18n/isolated.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime } from "./asked-time.ts";
import styles from "./booking-sheet.module.css";

/** What stands first: the thing, its place, how soon it is, how long. */
export function TimeFacts({ bookable, start, end }: AskedTime) {
  const length = useLengthText();
  const what = [isolated(bookable.name), isolated(bookable.place)].filter(Boolean).join(", ");
  return (
    <>
      <p className={styles.thing}>{what}</p>
      <p className={styles.soon}>
        <HowSoon target={{ kind: "instant", at: start }} size={19} />
        <span>{length(end - start)}</span>
      </p>
    </>
  );
}
