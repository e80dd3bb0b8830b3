import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import {
  changeSubscription,
  refreshSubscription,
  type Subscription,
} from "../../../api/calendars/feeds-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import styles from "./dialog-form.module.css";
import { intervalOptions } from "./interval-options.ts";

interface SubscriptionDialogProps {
  readonly name: string;
  readonly subscription: Subscription;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}

/** A calendar's source, when it was last read, its problems, and a button that reads it now. */
export function SubscriptionDialog({
  name,
  subscription: given,
  onClose,
  onChanged,
}: SubscriptionDialogProps) {
  const t = useMessages();
  const [subscription, setSubscription] = useState(given);
  const [problem, setProblem] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const done = await refreshSubscription(subscription.accountId, subscription.id);
    setBusy(false);
    setProblem(done.ok ? undefined : done.problem);
    if (!done.ok) return;
    setSubscription(done.value);
    await onChanged();
  };
  const setInterval = async (refreshMinutes: number): Promise<void> => {
    setSubscription({ ...subscription, refreshMinutes });
    const done = await changeSubscription(subscription, { refreshMinutes });
    setProblem(done.ok ? undefined : done.problem);
    await onChanged();
  };
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.done")}
      </Button>
      <Button size={36} look="primary" aria-disabled={busy || undefined} onClick={() => void refresh()}>
        {t(busy ? "subscription.reading" : "subscription.refresh")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("subscription.title", { name })} isOpen onClose={onClose} footer={footer} width={560}>
      <div className={styles.form}>
        <SubscriptionFacts subscription={subscription} />
        {subscription.error ? <FieldError>{t(`feedError.${subscription.error.code}`)}</FieldError> : null}
        {subscription.error && subscription.fetchedAt !== null ? (
          <p className={styles.help}>{t("subscription.kept")}</p>
        ) : null}
        {subscription.skipped > 0 ? (
          <p className={styles.help}>{t("subscription.skipped", { count: subscription.skipped })}</p>
        ) : null}
        {subscription.mended > 0 ? (
          <p className={styles.help}>{t("subscription.mended", { count: subscription.mended })}</p>
        ) : null}
        <Select
          label={t("subscribe.interval")}
          options={intervalOptions(t, subscription.refreshMinutes)}
          value={String(subscription.refreshMinutes)}
          onChange={(value) => void setInterval(Number(value))}
        />
        {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      </div>
    </Dialog>
  );
}

function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const t = useMessages();
  const { url, hasCredentials, fetchedAt, nextAt } = subscription;
  return (
    <dl className={styles.facts} aria-live="polite">
      <dt>{t("subscribe.address")}</dt>
      <dd translate="no">{url}</dd>
      {hasCredentials ? (
        <>
          <dt>{t("subscription.signsIn")}</dt>
          <dd>{t("subscription.signsInHelp")}</dd>
        </>
      ) : null}
      <dt>{t("subscription.fetched")}</dt>
      <dd>{fetchedAt === null ? t("subscription.never") : <HowLongAgo at={Date.parse(fetchedAt)} />}</dd>
      <dt>{t("subscription.next")}</dt>
      <dd>
        <HowSoon target={{ kind: "instant", at: Date.parse(nextAt) }} warm={false} />
      </dd>
    </dl>
  );
}
