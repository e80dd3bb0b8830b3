import type { RewindAnswer } from "@snart/calendar/jmap/history.ts";
import { asLocal, type Local } from "@snart/calendar/time/local.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { fetchRewindable, rewindCalendar, type RewindableCalendar } from "../../api/items/history-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { clockNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { LabelledMoment } from "../../grid/day-field/date-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import styles from "./dialogs.module.css";

const HOUR = 3_600_000;
const MINUTE = 60_000;

const minuteOf = (local: Local): Local => asLocal(Math.floor(local / MINUTE) * MINUTE);

/** Rewinds a whole calendar: it shows the effect first, then rewinds, and then offers to undo it. */
export function RewindDialog({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useMessages();
  const zone = useViewerZone();
  const rewind = useRewind(onClose, onDone);
  const [moment, setMoment] = useState(() => minuteOf(zone.toLocal(clockNow() - HOUR)));
  const at = zone.toInstant(moment);
  const isPast = at <= clockNow();
  const { calendars, chosen, preview, problem, isBusy } = rewind;
  const hasWork = preview !== undefined && preview.created + preview.updated + preview.destroyed > 0;
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.cancel")}
      </Button>
      <Button
        size={36}
        look="primary"
        aria-disabled={isBusy || !isPast || !chosen || undefined}
        onClick={() => {
          if (!isBusy && isPast && chosen) void rewind.run(at, hasWork);
        }}
      >
        {t(hasWork ? "rewind.do" : "rewind.look")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("rewind.title")} isOpen onClose={onClose} footer={footer}>
      <p className={styles.body}>{t("rewind.body")}</p>
      <div className={styles.form}>
        <Select
          label={t("rewind.calendar")}
          value={chosen?.id ?? ""}
          options={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={rewind.choose}
        />
        <div>
          <LabelledMoment
            label={t("rewind.moment")}
            value={moment}
            isInvalid={!isPast}
            onChange={(next) => {
              setMoment(next);
              rewind.forget();
            }}
          />
          {isPast ? <HowLongAgo at={at} /> : <FieldError>{t("rewind.future")}</FieldError>}
        </div>
      </div>
      <div aria-live="polite">{preview ? <Counts preview={preview} /> : null}</div>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
    </Dialog>
  );
}

function Counts({ preview }: { readonly preview: RewindAnswer }) {
  const t = useMessages();
  const lines = (["created", "updated", "destroyed"] as const).filter((kind) => preview[kind] > 0);
  if (lines.length === 0) return <p className={styles.counts}>{t("rewind.nothing")}</p>;
  return (
    <ul className={styles.counts}>
      {lines.map((kind) => (
        <li key={kind}>{t(`rewind.${kind}`, { count: preview[kind] })}</li>
      ))}
    </ul>
  );
}

function useRewind(onClose: () => void, onDone: () => void) {
  const t = useMessages();
  const [calendars, setCalendars] = useState<readonly RewindableCalendar[]>([]);
  const [id, setId] = useState<string>();
  const [preview, setPreview] = useState<RewindAnswer>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void fetchRewindable().then((found) =>
      found.ok ? setCalendars(found.value) : setProblem(found.problem),
    );
  }, []);
  const chosen = calendars.find((calendar) => calendar.id === id) ?? calendars[0];
  const forget = (): void => {
    setPreview(undefined);
    setProblem(undefined);
  };
  const undo = async (calendar: RewindableCalendar, state: string): Promise<void> => {
    const undone = await rewindCalendar(calendar, { state }, false);
    if (!undone.ok) addToast({ message: t(problemKey(wordedCode(undone.problem))), sticky: true });
    onDone();
  };
  const run = async (at: number, forReal: boolean): Promise<void> => {
    if (!chosen) return;
    setBusy(true);
    const done = await rewindCalendar(chosen, { at }, !forReal);
    setBusy(false);
    setProblem(done.ok ? undefined : done.problem);
    if (!done.ok) return;
    if (!forReal) return setPreview(done.value);
    const { undoState, notRestored } = done.value;
    const refused = Object.keys(notRestored).length;
    const name = isolated(chosen.name);
    addToast({
      message: refused > 0 ? t("rewind.doneInPart", { name, count: refused }) : t("rewind.done", { name }),
      ...(undoState !== null && {
        action: { label: t("toast.undo"), takesBack: true, run: () => void undo(chosen, undoState) },
      }),
    });
    onDone();
    onClose();
  };
  const choose = (next: string): void => {
    setId(next);
    forget();
  };
  return { calendars, chosen, choose, preview, problem, isBusy, forget, run };
}
