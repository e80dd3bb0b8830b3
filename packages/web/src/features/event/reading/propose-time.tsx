import { asLocal, addDays, startOfDay } from "@snart/calendar/time/local.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useState, type FormEvent } from "react";
import { proposeTime } from "../../../api/items/guest-mail-api.ts";
import { signUpIdOf } from "../../../api/items/sign-up-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { accountOfKey, idOfKey } from "../../../store/items/entries.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { Responding } from "../actions/actions-state.ts";
import { problemText } from "../actions/problem-text.ts";
import { endProblem } from "../draft/draft.ts";
import { EventDates, type DatesDraft } from "../parts/event-dates.tsx";
import { EventWhen } from "../../../grid/when/event-when.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import styles from "./responding.module.css";

interface ProposeTimeProps {
  readonly responding: Responding;
  readonly onClose: () => void;
}

const MOST_OF_A_NOTE = 1_000;
const FORM = "propose-time";

/** Asks a guest for the time that they propose to the organizer, with a note. */
export function ProposeTime({ responding: { occurrence }, onClose }: ProposeTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const [draft, setDraft] = useState(() => datesOf(occurrence, zone));
  const [note, setNote] = useState("");
  const [isSending, setSending] = useState(false);
  const name = isolated(arrangerOf(occurrence.entry.event) ?? "");
  const wrong = endProblem(draft);
  const span = spanOf(draft, zone);
  const isSame = span.start === occurrence.start && span.end === occurrence.end;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong !== null || isSame || isSending) return;
    setSending(true);
    const { accountId, eventId } = addressOf(occurrence);
    void proposeTime(accountId, { eventId, ...wireTimes(draft, zone), note: note.trim() }).then((done) => {
      setSending(false);
      if (!done.ok) return void addToast({ message: problemText(done.problem, t), sticky: true });
      addToast({ message: t("toast.proposed", { name }) });
      onClose();
    });
  };
  return (
    <Dialog
      title={t("guests.proposeTitle")}
      isOpen
      onClose={onClose}
      width={560}
      footer={
        <>
          <Button size={36} onClick={onClose}>
            {t("question.cancel")}
          </Button>
          <Button
            size={36}
            look="primary"
            type="submit"
            form={FORM}
            disabled={wrong !== null || isSame || isSending}
          >
            {t("guests.proposeSend")}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{t("guests.proposeLead", { name })}</p>
      <div className={styles.present}>
        <EventWhen occurrence={occurrence} />
      </div>
      <form id={FORM} className={styles.fields} onSubmit={send}>
        <EventDates
          draft={draft}
          isWrong={wrong !== null}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        {wrong === null ? (
          <SpanDistance span={span} size={16} className={styles.distance ?? ""} />
        ) : (
          <FieldError>
            {t("editor.endsBefore", { time: draft.allDay ? formats.shortDay(wrong) : formats.time(wrong) })}
          </FieldError>
        )}
        <TextField
          label={t("guests.note")}
          value={note}
          maxLength={MOST_OF_A_NOTE}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      </form>
    </Dialog>
  );
}

const addressOf = ({ entry, recurrenceId }: ShownOccurrence) => ({
  accountId: accountOfKey(entry.key),
  eventId: signUpIdOf(idOfKey(entry.key), recurrenceId),
});

/** Returns the present time for the fields, in the viewer's zone. */
function datesOf({ start, end, allDay }: ShownOccurrence, zone: Zone): DatesDraft {
  const [from, to] = [zone.toLocal(start), zone.toLocal(allDay ? Math.max(start, end - MINUTE) : end)];
  return allDay ? { start: startOfDay(from), end: startOfDay(to), allDay } : { start: from, end: to, allDay };
}

function spanOf({ start, end, allDay }: DatesDraft, zone: Zone) {
  const after = allDay ? addDays(end, 1) : end;
  return { start: zone.toInstant(start), end: zone.toInstant(after), allDay };
}

/** Returns the times as the server takes them: whole days are from midnight to midnight in UTC. */
function wireTimes(draft: DatesDraft, zone: Zone) {
  const { start, end, allDay } = draft;
  if (!allDay) return { ...spanOf(draft, zone), isAllDay: false };
  return { start: asLocal(start), end: addDays(end, 1), isAllDay: true };
}
