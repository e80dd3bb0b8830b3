import type { HealthCheck, HealthThing } from "@snart/calendar/jmap/health.ts";
import { Check, Minus, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Account } from "../../../../api/auth-client.ts";
import { fetchMail, retryMail } from "../../../../api/account/mail-admin-api.ts";
import { useMessages, type MessageKey } from "../../../../i18n/messages.ts";
import { Sentence } from "../../../../i18n/sentence.tsx";
import { useFormats } from "../../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../../i18n/viewer-zone.ts";
import { Button } from "../../../../ui/button.tsx";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../../../ui/distance/how-soon.tsx";
import styles from "./health-page.module.css";
import { askHealth } from "./health-store.ts";
import { helpKey, nameKey, sayingKey, wordedFigures } from "./health-words.ts";

/** Where each thing is changed. */
const PAGES: Partial<Record<HealthThing, string>> = {
  mail: "/admin/mail",
  mailbox: "/admin/mail",
  backups: "/admin/backups",
  people: "/admin/people",
};
const WAYS: Partial<Record<HealthThing, MessageKey>> = {
  mail: "admin.health.seeMail",
  mailbox: "admin.health.seeMail",
  backups: "admin.health.seeBackups",
};

interface RowProps {
  readonly check: HealthCheck;
}

/** Something that somebody has to do something about: what it is, what to do, and the way there. */
export function TodoRow({ check, account }: RowProps & { readonly account: Account }) {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const figures = wordedFigures(check, formats, t);
  const [way, page] = [WAYS[check.thing], PAGES[check.thing]];
  return (
    <li className={styles.todo} data-is={check.state}>
      <TriangleAlert size={18} strokeWidth={1.8} aria-hidden />
      <span className={styles.what}>{t(sayingKey(check), figures)}</span>
      <Moment check={check} />
      <div className={styles.more}>
        <p className={styles.help}>{t(helpKey(check), figures)}</p>
        {way === undefined || page === undefined ? null : (
          <div className={styles.ways}>
            {check.thing === "mail" ? <RetryMail account={account} /> : null}
            <Link href={page} className={styles.way}>
              {t(way)}
            </Link>
          </div>
        )}
      </div>
    </li>
  );
}

/** Tries all waiting mail at once. */
function RetryMail({ account }: { readonly account: Account }) {
  const t = useMessages();
  const [isBusy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const mail = await fetchMail(account.id);
    if (mail.ok)
      await retryMail(
        account.id,
        mail.value.waiting.map(({ id }) => id),
      );
    await askHealth(account.id);
    setBusy(false);
  };
  return (
    <Button look="primary" aria-disabled={isBusy || undefined} onClick={() => void retry()}>
      {t("admin.health.retryMail")}
    </Button>
  );
}

/** Something that works, or is not in use. */
export function CheckRow({ check }: RowProps) {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const page = PAGES[check.thing];
  const name = t(nameKey(check));
  return (
    <li className={styles.row} data-is={check.state}>
      <span className={styles.sign}>
        {check.state === "off" ? (
          <Minus size={13} strokeWidth={2.4} aria-hidden />
        ) : (
          <Check size={13} strokeWidth={2.4} aria-hidden />
        )}
      </span>
      <span className={styles.name}>{page === undefined ? name : <Link href={page}>{name}</Link>}</span>
      <span className={styles.said}>{t(sayingKey(check), wordedFigures(check, formats, t))}</span>
      <Moment check={check} />
    </li>
  );
}

const MOMENTS = {
  oldest: "admin.health.moment.oldest",
  next: "admin.health.moment.next",
  last: "admin.health.moment.last",
  since: "admin.health.moment.since",
  until: "admin.health.moment.until",
  started: "admin.health.moment.started",
} as const;

function Moment({ check: { moment } }: RowProps) {
  if (moment === null) return null;
  const at = Date.parse(moment.at);
  const isAhead = moment.is === "next" || moment.is === "until";
  const when = isAhead ? <HowSoon target={{ kind: "instant", at }} warm={false} /> : <HowLongAgo at={at} />;
  return (
    <span className={styles.when}>
      <Sentence of={MOMENTS[moment.is]} args={{ when }} />
    </span>
  );
}
