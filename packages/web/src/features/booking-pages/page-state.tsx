import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { WifiOff } from "lucide-react";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { ListSkeleton } from "../../ui/plain-page.tsx";
import type { PageOwner } from "./owner/use-page-owners.ts";
import type { OwnPages } from "./use-booking-pages.ts";
import styles from "./screen.module.css";

/** Whether a page is open now: one that is paused until a moment opens by itself. */
export const isOpenAt = ({ state, pausedUntil }: BookingPageRecord, now: number): boolean =>
  state === "open" || (state === "paused" && pausedUntil !== null && Date.parse(pausedUntil) <= now);

/** Whether a page is open, and when it opens by itself. */
export function PageState({ page }: { readonly page: BookingPageRecord }) {
  const t = useMessages();
  const now = useNow();
  const { dayAndYear, time } = useFormats(useViewerZone().id);
  const state = isOpenAt(page, now) ? "open" : page.state;
  const until = state === "paused" && page.pausedUntil !== null ? Date.parse(page.pausedUntil) : undefined;
  return (
    <span className={styles.quiet}>
      {until === undefined ? (
        t("bookingPages.state", { state })
      ) : (
        <>
          {t("bookingPages.pausedUntil", { day: dayAndYear(until), time: time(until) })}{" "}
          <HowSoon target={{ kind: "instant", at: until }} />
        </>
      )}
      {page.isPublic ? null : ` · ${t("bookingPages.byLink")}`}
      {page.requiresAccount ? ` · ${t("bookingPages.byAccount")}` : null}
    </span>
  );
}

/** What stands in the place of pages, or above them: that they are on their way, that there are none, or what is in the way. */
export function Standing({ own, owner }: { readonly own: OwnPages; readonly owner: PageOwner }) {
  const t = useMessages();
  const { known, problem, isOffline, load } = own;
  const again = (
    <Button size={36} onClick={() => void load()}>
      {t("bookingPages.tryAgain")}
    </Button>
  );
  if (isOffline)
    return (
      <div className={styles.away}>
        <WifiOff size={18} strokeWidth={1.7} aria-hidden />
        <p aria-live="polite">
          {t("bookingPages.offline")}{" "}
          {known ? (
            <Sentence of="bookingPages.shownAs" args={{ distance: <HowLongAgo at={known.at} /> }} />
          ) : null}
        </p>
        {again}
      </div>
    );
  if (problem)
    return (
      <div className={styles.trouble}>
        <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError>
        {again}
      </div>
    );
  if (!known) return <ListSkeleton label={t("bookingPages.loading")} />;
  if (known.pages.length > 0) return null;
  return (
    <div className={styles.nothing}>
      <EmptyHorizon />
      <p>
        {owner.kind === "self"
          ? t("bookingPages.none")
          : t("bookingPages.noneOf", { name: isolated(owner.name) })}
      </p>
    </div>
  );
}
