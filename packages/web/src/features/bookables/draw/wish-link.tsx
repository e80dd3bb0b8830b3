import { dayOf, startOfWeek } from "@snart/calendar/time/local.ts";
import { Link } from "wouter";
import { useMessages } from "../../../i18n/messages.ts";
import type { AskedTime } from "../asked-time.ts";
import { boardPath, dateText } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { lotOf, useLotWords } from "./lot.ts";
import styles from "./draw.module.css";

interface WishLinkProps extends Pick<AskedTime, "bookable" | "start"> {
  readonly reasons: NonNullable<AskedTime["slot"]>["reasons"];
  readonly onFollow: () => void;
}

/** Where one wishes for a time that is drawn by lot, while wishes are taken. */
export function WishLink({ bookable, start, reasons, onFollow }: WishLinkProps) {
  const t = useMessages();
  const zone = zoneOf(bookable);
  const wordsOf = useLotWords(zone);
  const lot = lotOf(reasons);
  if (!lot || !wordsOf(lot).takesWishes) return null;
  const local = zone.toLocal(start);
  const path = boardPath(bookable.id, startOfWeek(local));
  return (
    <Link href={`${path}?wish=${dateText(dayOf(local))}`} className={styles.wish} onClick={onFollow}>
      {t("bookables.draw.make", { has: "no" })}
    </Link>
  );
}
