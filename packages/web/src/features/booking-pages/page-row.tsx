import { wholeAddress } from "../../api/place.ts";
import type { BookingPageRecord, PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { lengthsOfPage, wordsOf } from "./model.ts";
import styles from "./screen.module.css";

interface PageRowProps {
  readonly page: BookingPageRecord;
  readonly isBusy: boolean;
  readonly onState: (state: BookingPageRecord["state"]) => void;
  readonly onPublic: (isPublic: boolean) => void;
  readonly onType: (type: PageEventTypeRecord) => void;
  readonly onWhyNot: () => void;
}

/** A page with its address, whether it is open, and what can be booked there. */
export function PageRow({ page, isBusy, onState, onPublic, onType, onWhyNot }: PageRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const address = wholeAddress(`/b/${page.slug}`);
  const name = isolated(wordsOf(page.title, language));
  const isOpen = page.state === "open";
  return (
    <li className={styles.page}>
      <span className={styles.what}>
        <b>{name}</b>
        <span className={styles.quiet}>
          {t("bookingPages.state", { state: page.state })}
          {page.isPublic ? null : ` · ${t("bookingPages.byLink")}`}
        </span>
        <span className={styles.quiet}>{t("bookingPages.kept", { days: page.keepDays })}</span>
      </span>
      <CopyRow label={t("bookingPages.address")} text={address} copyLabel={t("bookingPages.copy")} />
      <ul className={styles.types}>
        {page.types.map((type) => (
          <TypeRow key={type.id} page={page} type={type} isBusy={isBusy} onEdit={() => onType(type)} />
        ))}
      </ul>
      <span className={styles.ways}>
        <a href={address} target="_blank" rel="noreferrer">
          {t("bookingPages.see")}
        </a>
        <Button aria-label={t("bookingPages.whyNotNamed", { name })} onClick={onWhyNot}>
          {t("bookingPages.whyNot")}
        </Button>
        <Button
          disabled={isBusy}
          aria-label={t(page.isPublic ? "bookingPages.hideNamed" : "bookingPages.publishNamed", { name })}
          onClick={() => onPublic(!page.isPublic)}
        >
          {t(page.isPublic ? "bookingPages.hide" : "bookingPages.publish")}
        </Button>
        <Button
          disabled={isBusy}
          aria-label={t(isOpen ? "bookingPages.pauseNamed" : "bookingPages.openNamed", { name })}
          onClick={() => onState(isOpen ? "paused" : "open")}
        >
          {t(isOpen ? "bookingPages.pause" : "bookingPages.open")}
        </Button>
      </span>
    </li>
  );
}

interface TypeRowProps {
  readonly page: BookingPageRecord;
  readonly type: PageEventTypeRecord;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
}

function TypeRow({ page, type, isBusy, onEdit }: TypeRowProps) {
  const t = useMessages();
  const name = isolated(wordsOf(type.title, useLanguage()));
  const lengths = lengthsOfPage(page).filter(({ typeId }) => typeId === type.id);
  return (
    <li className={styles.booking}>
      <span className={styles.what}>
        <span>{name}</span>
        <span className={styles.quiet}>
          {lengths.map(({ minutes }) => t("bookingPages.minutes", { minutes })).join(" · ")}
        </span>
      </span>
      <Button disabled={isBusy} aria-label={t("bookingPages.editNamed", { name })} onClick={onEdit}>
        {t("bookingPages.edit")}
      </Button>
    </li>
  );
}
