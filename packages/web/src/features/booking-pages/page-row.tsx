import type { Words } from "@snart/calendar/booking-page/event-type.ts";
import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import styles from "./screen.module.css";

interface PageRowProps {
  readonly page: BookingPageRecord;
  readonly isBusy: boolean;
  readonly onState: (state: BookingPageRecord["state"]) => void;
}

/** A page with its address, whether it is open, and what can be booked there. */
export function PageRow({ page, isBusy, onState }: PageRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const wordsOf = ({ en, sv }: Words): string => (language === "sv" ? (sv ?? en) : (en ?? sv)) ?? "";
  const address = `${location.origin}/b/${page.slug}`;
  const name = isolated(wordsOf(page.title));
  return (
    <li className={styles.page}>
      <span className={styles.what}>
        <b>{name}</b>
        <span className={styles.quiet}>
          {t("bookingPages.state", { state: page.state })}
          {" · "}
          {page.types.map(({ title }) => isolated(wordsOf(title))).join(", ")}
        </span>
      </span>
      <CopyRow label={t("bookingPages.address")} text={address} copyLabel={t("bookingPages.copy")} />
      <span className={styles.ways}>
        <a href={address} target="_blank" rel="noreferrer">
          {t("bookingPages.see")}
        </a>
        <Button
          disabled={isBusy}
          aria-label={t(page.state === "open" ? "bookingPages.pauseNamed" : "bookingPages.openNamed", {
            name,
          })}
          onClick={() => onState(page.state === "open" ? "paused" : "open")}
        >
          {t(page.state === "open" ? "bookingPages.pause" : "bookingPages.open")}
        </Button>
      </span>
    </li>
  );
}
