import { useMessages } from "../../../i18n/messages.ts";
import type { RoomOffer } from "./room-offers.ts";
import styles from "./rooms.module.css";

/** Free, on how many dates, or not: in words beside its sign. */
export function RoomState({ offer: { tried, isLargeEnough } }: { readonly offer: RoomOffer }) {
  const t = useMessages();
  if (!isLargeEnough) return <small className={styles.state}>{t("editor.roomTooSmall")}</small>;
  if (!tried) return <small className={styles.state}>{t("editor.roomAsked")}</small>;
  const { dates, clashes, later } = tried;
  const free = dates - clashes.length;
  const state = clashes.length === 0 ? "free" : free === 0 ? "taken" : "some";
  return (
    <small className={styles.state} data-state={state}>
      {t(dates > 1 ? "editor.roomFreeOn" : "editor.roomState", dates > 1 ? { free, dates } : { state })}
      {later > 0 && ` · ${t("editor.roomOpensLater", { later })}`}
    </small>
  );
}
