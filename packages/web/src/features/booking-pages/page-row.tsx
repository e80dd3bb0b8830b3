import { wholeAddress } from "../../api/place.ts";
import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import { PAGE_TEXT_LIMITS } from "@snart/calendar/booking-page/page-texts.ts";
import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { frameCode, wordsOf } from "./model.ts";
import { isOpenAt, PageState } from "./page-state.tsx";
import { TypeRow } from "./type-row.tsx";
import type { TypeActs } from "./use-type-acts.ts";
import styles from "./screen.module.css";

interface PageRowProps {
  readonly page: BookingPageRecord;
  readonly isBusy: boolean;
  readonly onState: (state: BookingPageRecord["state"]) => void;
  readonly onPublic: (isPublic: boolean) => void;
  readonly acts: TypeActs;
  /** of whose page it is; undefined: not known yet */
  readonly calendars: readonly RemoteCalendar[] | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onWhyNot: () => void;
}

/** A page with its address, whether it is open, and what can be booked there. */
export function PageRow(props: PageRowProps) {
  const { page, isBusy, onState, onPublic, acts, calendars, onEdit, onRemove, onWhyNot } = props;
  const t = useMessages();
  const language = useLanguage();
  const address = wholeAddress(`/b/${page.slug}`);
  const name = isolated(wordsOf(page.title, language));
  const isOpen = isOpenAt(page, useNow());
  return (
    <li className={styles.page}>
      <span className={styles.what}>
        <b>{name}</b>
        <PageState page={page} />
        <span className={styles.quiet}>{t("bookingPages.kept", { days: page.keepDays })}</span>
      </span>
      <CopyRow label={t("bookingPages.address")} text={address} copyLabel={t("bookingPages.copy")} />
      {page.embedOrigins.length === 0 ? null : (
        <CopyRow
          label={t("publish.embed")}
          text={frameCode(address, wholeAddress("/guest/frame.js"), wordsOf(page.title, language))}
          copyLabel={t("publish.copyEmbed")}
        />
      )}
      <ul className={styles.types}>
        {page.types.map((type) => (
          <TypeRow key={type.id} page={page} type={type} isBusy={isBusy} acts={acts} calendars={calendars} />
        ))}
      </ul>
      {page.types.length < PAGE_TEXT_LIMITS.types ? (
        <Button
          className={styles.add}
          disabled={isBusy}
          aria-label={t("bookingPages.addTypeNamed", { name })}
          onClick={() => acts.add(page)}
        >
          {t("bookingPages.addType")}
        </Button>
      ) : null}
      <span className={styles.ways}>
        <a href={address} target="_blank" rel="noreferrer">
          {t("bookingPages.see")}
        </a>
        <Button disabled={isBusy} aria-label={t("bookingPages.editPageNamed", { name })} onClick={onEdit}>
          {t("bookingPages.editPage")}
        </Button>
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
        <Button
          look="danger"
          disabled={isBusy}
          aria-label={t("bookingPages.removePageNamed", { name })}
          onClick={onRemove}
        >
          {t("bookingPages.remove")}
        </Button>
      </span>
    </li>
  );
}
