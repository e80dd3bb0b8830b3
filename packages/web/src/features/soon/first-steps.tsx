import { useEffect } from "react";
import type { Account } from "../../api/auth-client.ts";
import { useMessages } from "../../i18n/messages.ts";
import { page } from "../../ui/part.tsx";
import { NEXT_STEPS, useFirstSteps } from "../first-steps/model.ts";
import styles from "./first-steps.module.css";

const nextSteps = page(() => import("../first-steps/screen.tsx").then((it) => it.NextSteps));
const firstChoices = page(() => import("../first-steps/screen.tsx").then((it) => it.FirstChoices));

/** What a new person is offered, as soon as it has been fetched; the rest of the page does not wait for it. */
export function OfferedSteps({
  account,
  isTitled = true,
}: {
  readonly account: Account;
  readonly isTitled?: boolean;
}) {
  const { left } = useFirstSteps();
  const isOffered = left.length > 0;
  useEffect(() => {
    // Where it can't be fetched the page is whole without it.
    if (isOffered) void Promise.all([nextSteps.fetch(), firstChoices.fetch()]).catch(() => {});
  }, [isOffered]);
  if (!isOffered) return null;
  return (
    <>
      <nextSteps.Soon account={account} isTitled={isTitled} />
      <firstChoices.Soon />
    </>
  );
}

/** The same where there are events, which go before it: in one line that unfolds. */
export function FoldedSteps({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { left } = useFirstSteps();
  if (left.length === 0) return null;
  const count = left.filter((it) => NEXT_STEPS.includes(it)).length;
  return (
    <details className={styles.folded}>
      <summary>{count > 0 ? t("firstSteps.title", { count }) : t("firstSteps.choices")}</summary>
      <OfferedSteps account={account} isTitled={false} />
    </details>
  );
}
