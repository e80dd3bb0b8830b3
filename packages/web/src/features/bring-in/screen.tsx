import { useEffect } from "react";
import type { Account } from "../../api/auth-client.ts";
import { useMessages } from "../../i18n/messages.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { problemKey } from "@snart/locales/problem-codes.ts";
import styles from "./bring-in.module.css";
import { ChooseFiles } from "./choose-files.tsx";
import { ComingTable } from "./coming-table.tsx";
import { ConnectServer } from "./connect-server.tsx";
import { Exceptions } from "./exceptions.tsx";
import { FollowAddress } from "./follow-address.tsx";
import { resume, useBringIn } from "./flow.ts";
import { stepOf, type BringIn } from "./model.ts";
import { Outcome } from "./outcome.tsx";
import { RecentImports } from "./recent-imports-list.tsx";
import { Rehearsed } from "./rehearsed.tsx";
import { SourceList } from "./source-list.tsx";
import { Steps } from "./steps.tsx";

interface ConnectProps {
  readonly accountId: string;
  readonly at: BringIn;
  readonly step: 1 | 2;
}

/** The first step: another server is asked once, files can be added until the import begins. */
function Connect({ accountId, at, step }: ConnectProps) {
  const isServer = at.source === "server" || at.source === "icloud";
  if (!isServer) return <ChooseFiles accountId={accountId} at={at} />;
  return step === 1 ? (
    <ConnectServer key={at.source} accountId={accountId} isICloud={at.source === "icloud"} />
  ) : null;
}

/** Brings calendars in from elsewhere, in three steps: connect, rehearse, import (docs/design.md §41). */
export function BringInPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const at = useBringIn();
  const step = stepOf(at);
  useEffect(() => resume(account.id), [account.id]);
  return (
    <>
      <h1 className={styles.title}>{t("bringIn.title")}</h1>
      <p className={styles.intro}>{t("bringIn.intro")}</p>
      <div className={styles.columns}>
        <SourceList at={at} />
        <div className={styles.work}>
          {at.source === "address" ? (
            <FollowAddress />
          ) : (
            <>
              <Steps step={step} />
              {at.problem === undefined ? null : <FieldError>{t(problemKey(at.problem))}</FieldError>}
              {step === 3 ? (
                <Outcome accountId={account.id} at={at} />
              ) : (
                <Connect accountId={account.id} at={at} step={step} />
              )}
              {at.calendars.length > 0 ? <ComingTable accountId={account.id} at={at} /> : null}
              <Exceptions at={at} />
              {step === 2 ? <Rehearsed accountId={account.id} at={at} /> : null}
            </>
          )}
          {step === 1 ? <RecentImports accountId={account.id} /> : null}
        </div>
      </div>
    </>
  );
}
