import { Info } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import styles from "./bring-in.module.css";
import { chooseSource, stop, undo } from "./flow.ts";
import { isImporting, jobsOf, progressOf, readyAt, type BringIn } from "./model.ts";
import { SaveReport } from "./save-report.tsx";

interface OutcomeProps {
  readonly accountId: string;
  readonly at: BringIn;
}

/** How far the import is, and afterwards what it did. */
export const Outcome = ({ accountId, at }: OutcomeProps) =>
  isImporting(at) ? <Running accountId={accountId} at={at} /> : <Over accountId={accountId} at={at} />;

function Running({ accountId, at }: OutcomeProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const [isStopping, setStopping] = useState(false);
  const { processed, total, at: place, of } = progressOf(at.calendars);
  const end = readyAt(at);
  return (
    <section className={styles.outcome}>
      <h2>{t("bringIn.running", { at: place, of })}</h2>
      <div className={styles.running}>
        <progress
          className={styles.bar}
          aria-label={t("bringIn.step.import")}
          value={processed}
          max={total || 1}
        />
        <span>
          {t(end === undefined ? "bringIn.processedOnly" : "bringIn.processed", {
            processed: formats.number(processed),
            total: formats.number(total),
          })}{" "}
          {end === undefined ? null : <HowSoon target={{ kind: "instant", at: end }} />}
        </span>
        <Button
          disabled={isStopping}
          onClick={() => {
            setStopping(true);
            void stop(accountId).then(() => setStopping(false));
          }}
        >
          {t("bringIn.stop")}
        </Button>
      </div>
      <p className={styles.quiet}>{t("bringIn.goesOn")}</p>
      <p className={styles.quiet}>
        <Info size={16} strokeWidth={1.7} aria-hidden />
        {t("bringIn.nobody")}
      </p>
    </section>
  );
}

function Over({ accountId, at }: OutcomeProps) {
  const t = useMessages();
  const [isBusy, setBusy] = useState(false);
  const jobs = jobsOf(at.calendars);
  const sum = (of: "added" | "updated" | "unchanged"): number => jobs.reduce((all, job) => all + job[of], 0);
  const isStopped = jobs.some((job) => job.isStopped);
  const isNothing = sum("added") + sum("updated") + sum("unchanged") === 0 && !isStopped;
  const isUndone = at.calendars.some(({ state }) => state.kind === "undone");
  const title = isUndone ? "Undone" : isNothing ? "Failed" : isStopped ? "Stopped" : "Over";
  return (
    <section className={styles.outcome} aria-live="polite">
      <h2>{t(`bringIn.title${title}`)}</h2>
      {isUndone ? (
        <p>{t("import.undoneBody")}</p>
      ) : (
        <ul>
          <li>{t("import.added", { count: sum("added") })}</li>
          {sum("updated") > 0 ? <li>{t("import.updated", { count: sum("updated") })}</li> : null}
          {sum("unchanged") > 0 ? <li>{t("import.unchanged", { count: sum("unchanged") })}</li> : null}
        </ul>
      )}
      <div className={styles.acts}>
        {sum("added") > 0 ? (
          <Button
            size={36}
            disabled={isBusy}
            onClick={() => {
              setBusy(true);
              void undo(accountId).then(() => setBusy(false));
            }}
          >
            {t(isBusy ? "import.undoing" : "import.undo")}
          </Button>
        ) : null}
        <SaveReport at={at} />
        <Button size={36} look="primary" onClick={() => chooseSource(at.source)}>
          {t("action.done")}
        </Button>
      </div>
    </section>
  );
}
