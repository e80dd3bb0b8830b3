import { wholeAddress } from "../../../api/place.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { Check, ListChecks, Printer, UsersRound } from "lucide-react";
import { Link } from "wouter";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import styles from "./made-panel.module.css";

interface MadePanelProps {
  readonly bookable: BookableRecord;
  /** where its week is printed */
  readonly print: string;
  readonly onDone: () => void;
}

/** What comes after a thing was made: its link for those who book it, and what makes limits hold for households. */
export function MadePanel({ bookable, print, onDone }: MadePanelProps) {
  const t = useMessages();
  const link = wholeAddress("/bookables");
  return (
    <section aria-labelledby="made" className={styles.panel}>
      <h2 id="made">
        <Check size={18} strokeWidth={2.2} aria-hidden />
        {t("bookables.made", { name: isolated(bookable.name) })}
      </h2>
      <p>{t("bookables.madeBody")}</p>
      <CopyRow label={t("bookables.madeLink")} text={link} copyLabel={t("bookables.madeCopy")} />
      <div className={styles.steps}>
        <Link href={`/bookables/${bookable.id}/rules`}>
          <ListChecks size={16} strokeWidth={1.7} aria-hidden />
          {t("bookables.madeRules")}
        </Link>
        <Link href={print}>
          <Printer size={16} strokeWidth={1.7} aria-hidden />
          {t("manage.print")}
        </Link>
        <Link href="/admin/households">
          <UsersRound size={16} strokeWidth={1.7} aria-hidden />
          {t("bookables.madeGroups")}
        </Link>
        <Button look="quiet" size={36} onClick={onDone}>
          {t("bookables.madeDone")}
        </Button>
      </div>
    </section>
  );
}
