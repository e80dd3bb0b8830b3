import { problemKey } from "@snart/locales/problem-codes.ts";
import { ArrowLeft, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import type { Bookings } from "./use-bookings.ts";
import { ListSkeleton } from "../../ui/plain-page.tsx";
import styles from "./bookings-page.module.css";

interface BookingsPageProps {
  /** null: the frame says it */
  readonly title: string | null;
  /** beside the title, quieter */
  readonly aside: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
  /** below the title; "": nothing */
  readonly about?: string;
  readonly bookings: Bookings;
  readonly children: ReactNode;
}

/** What both views have in common: what is known and how old it is, what went wrong, and that nothing is booked without a network. */
export function BookingsPage({
  title,
  aside,
  back,
  actions,
  about = "",
  bookings,
  children,
}: BookingsPageProps) {
  const t = useMessages();
  const { known, problem, isOffline, reload } = bookings;
  return (
    <div className={styles.main}>
      <div className={styles.page}>
        {back ? (
          <Link href={back.href} className={styles.back}>
            <ArrowLeft size={16} strokeWidth={1.7} aria-hidden />
            {back.label}
          </Link>
        ) : null}
        <div className={styles.head}>
          {title === null ? (
            <p className={styles.aside}>{aside}</p>
          ) : (
            <h2 className={styles.title}>
              {title} {aside === null ? null : <span className={styles.aside}>{aside}</span>}
            </h2>
          )}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
        {about === "" ? null : <p className={styles.about}>{about}</p>}
        {isOffline ? (
          <div className={styles.away}>
            <WifiOff size={18} strokeWidth={1.7} aria-hidden />
            <p aria-live="polite">
              {t("bookables.offline")}{" "}
              {known ? (
                <Sentence of="bookables.agoNote" args={{ distance: <HowLongAgo at={known.at} /> }} />
              ) : null}
            </p>
            <Button size={36} onClick={() => void reload()}>
              {t("bookables.tryAgain")}
            </Button>
          </div>
        ) : null}
        {problem && !isOffline ? (
          <div className={styles.problem}>
            <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError>
            <Button size={36} onClick={() => void reload()}>
              {t("bookables.tryAgain")}
            </Button>
          </div>
        ) : null}
        {known || problem || isOffline ? null : <ListSkeleton label={t("bookables.loading")} />}
        {children}
      </div>
    </div>
  );
}
