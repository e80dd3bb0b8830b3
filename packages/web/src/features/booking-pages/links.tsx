import { wholeAddress } from "../../api/place.ts";
import type { BookingLinkRecord, BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import styles from "./screen.module.css";

/** A link that was made a moment ago: its address is shown this once. */
export interface FreshLink {
  readonly pageId: string;
  readonly token: string;
}

interface LinksProps {
  readonly pages: readonly BookingPageRecord[];
  readonly links: readonly BookingLinkRecord[];
  readonly fresh: FreshLink | undefined;
  readonly isBusy: boolean;
  readonly onNew: () => void;
  readonly onRemove: (link: BookingLinkRecord) => void;
}

/** Secret links: what each is for, how often it has been used, and until when it works. */
export function Links({ pages, links, fresh, isBusy, onNew, onRemove }: LinksProps) {
  const t = useMessages();
  const slug = pages.find(({ id }) => id === fresh?.pageId)?.slug;
  return (
    <section aria-label={t("bookingPages.links")}>
      <div className={styles.row}>
        <h2 className={styles.head}>{t("bookingPages.links")}</h2>
        <Button disabled={isBusy} onClick={onNew}>
          {t("bookingPages.newLink")}
        </Button>
      </div>
      {fresh && slug !== undefined ? (
        <output className={styles.fresh}>
          <span>{t("bookingPages.linkMade")}</span>
          <CopyRow
            label={t("bookingPages.link")}
            text={wholeAddress(`/b/${slug}?link=${fresh.token}`)}
            copyLabel={t("bookingPages.copyLink")}
          />
        </output>
      ) : null}
      {links.length === 0 ? <p className={styles.quiet}>{t("bookingPages.noLinks")}</p> : null}
      <ul className={styles.list}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} isBusy={isBusy} onRemove={() => onRemove(link)} />
        ))}
      </ul>
    </section>
  );
}

interface LinkRowProps {
  readonly link: BookingLinkRecord;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function LinkRow({ link, isBusy, onRemove }: LinkRowProps) {
  const t = useMessages();
  const { dayAndYear } = useFormats(useViewerZone().id);
  const { uses, used, until } = link;
  const name = isolated(link.name);
  const end = until === null ? undefined : Date.parse(until);
  return (
    <li className={styles.booking}>
      <span className={styles.what}>
        <b>{name}</b>
        <span className={styles.quiet}>
          {uses === null
            ? t("bookingPages.linkUsed", { used })
            : t("bookingPages.linkLeft", { left: Math.max(0, uses - used), uses })}
        </span>
        {end === undefined ? null : (
          <span className={styles.quiet}>
            {t("bookingPages.linkUntil", { when: dayAndYear(end) })}{" "}
            <HowSoon target={{ kind: "instant", at: end }} />
          </span>
        )}
      </span>
      <span className={styles.ways}>
        <Button disabled={isBusy} aria-label={t("bookingPages.removeLinkNamed", { name })} onClick={onRemove}>
          {t("bookingPages.removeLink")}
        </Button>
      </span>
    </li>
  );
}
