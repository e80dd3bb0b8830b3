import { wholeAddress } from "../../api/place.ts";
import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { changePoll, fetchPollPath, remindPoll, removePoll } from "../../api/items/poll-api.ts";
import type { Asked } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row/copy-row.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { CsvButton } from "./files/csv-button.tsx";
import { IcsButton } from "./files/ics-button.tsx";
import { QrCode } from "../device-code/screen.tsx";
import styles from "./polls.module.css";

interface PollWaysProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  readonly isBusy: boolean;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** What whoever made a poll does with it: gives its link, reminds, closes it or calls it off. */
export function PollWays({ accountId, poll, isBusy, change }: PollWaysProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear } = useFormats(zone.id);
  const path = usePollPath(accountId, poll.id);
  const [isRemoving, setRemoving] = useState(false);
  const [, navigate] = useLocation();
  const { state } = poll;
  const remind = async (): Promise<void> => {
    const done = await remindPoll(accountId, poll.id);
    if (done.ok) addToast({ message: t("polls.reminded", { count: done.value }) });
  };
  const set = (next: "open" | "closed" | "cancelled"): void =>
    void change(() => changePoll(accountId, poll.id, { state: next }));
  const remove = async (): Promise<string | undefined> => {
    if (await change(() => removePoll(accountId, poll.id))) navigate("/polls", { replace: true });
    return undefined;
  };
  return (
    <section aria-label={t("polls.link")}>
      {path && state === "open" ? (
        <div className={styles.link}>
          <CopyRow label={t("polls.link")} text={wholeAddress(path)} copyLabel={t("polls.copy")} />
          <span className={styles.code}>
            <QrCode text={wholeAddress(path)} label={t("polls.code")} />
          </span>
        </div>
      ) : null}
      <div className={styles.ways}>
        {state === "open" ? (
          <>
            <Button disabled={isBusy} onClick={() => void remind()}>
              {t("polls.remind")}
            </Button>
            <Button disabled={isBusy} onClick={() => set("closed")}>
              {t("polls.close")}
            </Button>
          </>
        ) : null}
        {state === "closed" ? (
          <Button disabled={isBusy} onClick={() => set("open")}>
            {t("polls.open")}
          </Button>
        ) : null}
        {state === "open" || state === "closed" ? (
          <Button disabled={isBusy} onClick={() => navigate(`/polls/${poll.id}/edit`)}>
            {t("polls.change")}
          </Button>
        ) : null}
        {state === "open" || state === "closed" ? (
          <Button disabled={isBusy} onClick={() => set("cancelled")}>
            {t("polls.cancel")}
          </Button>
        ) : null}
        <CsvButton poll={poll} />
        <IcsButton poll={poll} />
        <Button disabled={isBusy} onClick={() => setRemoving(true)}>
          {t("polls.remove")}
        </Button>
      </div>
      <p className={styles.quiet}>{t("polls.deleted", { when: dayAndYear(Date.parse(poll.deleteAfter)) })}</p>
      {isRemoving ? (
        <ConfirmDialog
          title={t("polls.removeTitle", { title: isolated(poll.title) })}
          confirm={t("polls.remove")}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          <p>{t("polls.removeBody")}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function usePollPath(accountId: string, id: string): string | undefined {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void fetchPollPath(accountId, id).then((given) => {
      if (isHere && given.ok) setPath(given.value);
    });
    return () => void (isHere = false);
  }, [accountId, id]);
  return path;
}
