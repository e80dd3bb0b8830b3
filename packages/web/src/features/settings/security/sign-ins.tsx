import { problemKey } from "@snart/locales/problem-codes.ts";
import type { SignInRecord } from "@snart/calendar/jmap/account.ts";
import { Laptop, Smartphone } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { endSignIns, fetchSignIns } from "../../../api/account/sign-ins-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { browserName } from "../parts/browser-name.ts";
import rows from "../devices/connected-devices.module.css";
import styles from "../devices/device-row.module.css";

/** Every browser in which the person is signed in; the others can be signed out, one by one or all of them. */
export function SignIns({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const { signIns, problem, end } = useSignIns(accountId);
  const others = signIns?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {signIns === undefined && !problem ? (
        <p className={rows.quiet}>{t("settings.security.signInsLoading")}</p>
      ) : null}
      <ul className={rows.list}>
        {signIns?.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} onEnd={() => end([signIn])} />
        ))}
      </ul>
      {others.length > 1 ? (
        <Button size={36} onClick={() => end(others)}>
          {t("settings.security.endOthers")}
        </Button>
      ) : null}
    </>
  );
}

function SignInRow({ signIn, onEnd }: { readonly signIn: SignInRecord; readonly onEnd: () => void }) {
  const t = useMessages();
  const { userAgent, createdAt, lastUsedAt, expiresAt, isCurrent } = signIn;
  const name = browserName(userAgent) || t("settings.security.someBrowser");
  const Icon = /Mobile|Android|iPhone|iPad/.test(userAgent ?? "") ? Smartphone : Laptop;
  const ago = (at: string) => <HowLongAgo at={Date.parse(at)} className={styles.distance ?? ""} />;
  return (
    <li className={styles.row}>
      <Icon size={17} strokeWidth={1.6} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.program}>
          <Sentence
            of="settings.security.signedIn"
            args={{
              distance: ago(createdAt),
              end: <HowSoon target={{ kind: "instant", at: Date.parse(expiresAt) }} warm={false} />,
            }}
          />
        </span>
      </span>
      <span className={styles.seen}>
        {isCurrent ? (
          t("settings.security.thisBrowser")
        ) : (
          <Sentence of="settings.security.used" args={{ distance: ago(lastUsedAt) }} />
        )}
      </span>
      {isCurrent ? null : (
        <Button
          className={styles.remove ?? ""}
          aria-label={t("settings.security.endNamed", { name })}
          onClick={onEnd}
        >
          {t("settings.security.signOut")}
        </Button>
      )}
    </li>
  );
}

interface SignInList {
  /** undefined until they have been fetched */
  readonly signIns: readonly SignInRecord[] | undefined;
  readonly problem: ApiProblem | undefined;
  readonly end: (signIns: readonly SignInRecord[]) => void;
}

function useSignIns(accountId: string): SignInList {
  const [signIns, setSignIns] = useState<readonly SignInRecord[]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    () =>
      fetchSignIns(accountId).then((answer) => {
        setProblem(answer.ok ? undefined : answer.problem);
        if (answer.ok) setSignIns(answer.value);
      }),
    [accountId],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const endAndLoad = async (ended: readonly SignInRecord[]): Promise<void> => {
    const answer = await endSignIns(
      accountId,
      ended.map(({ id }) => id),
    );
    if (answer.ok) await load();
    else setProblem(answer.problem);
  };
  return { signIns, problem, end: (ended) => void endAndLoad(ended) };
}
