import { nameDayOf } from "@snart/calendar/almanac/name-days.ts";
import { fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./name-day.module.css";
import { useNameDays } from "./use-name-days.ts";

/** The day's name days, for people with a list of them. */
export function NameDay({ day }: { readonly day: Local }) {
  const t = useMessages();
  const names = nameDayOf(useNameDays(), fieldsOfLocal(day));
  if (names === undefined) return null;
  return (
    <span data-name-day="" className={styles.names} title={t("almanac.nameDay", { names })}>
      <span className="visually-hidden">{t("almanac.nameDay", { names })}</span>
      <span aria-hidden>{names}</span>
    </span>
  );
}
