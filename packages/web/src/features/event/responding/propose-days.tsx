import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useState, type FormEvent } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { endProblem } from "../draft/draft.ts";
import { EventDates, type DatesDraft } from "../parts/event-dates.tsx";
import { EventWhen } from "../../../grid/when/event-when.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import type { ProposeTimeProps } from "./propose-time-props.ts";
import { MOST_OF_A_NOTE, useSendProposal } from "./use-send-proposal.ts";
import styles from "./responding.module.css";

const FORM = "propose-time";

/** Asks a guest for the days that they propose to the organizer in place of whole days, with a note. */
export function ProposeDays({ responding: { occurrence }, onClose }: ProposeTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const [draft, setDraft] = useState(() => datesOf(occurrence, zone));
  const [note, setNote] = useState("");
  const name = isolated(arrangerOf(occurrence.entry.event) ?? "");
  const wrong = endProblem(draft);
  const span = spanOf(draft, zone);
  const isSame = span.start === occurrence.start && span.end === occurrence.end;
  const { isSending, sendProposal } = useSendProposal(occurrence, onClose);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong !== null || isSame || isSending) return;
    sendProposal(wireDays(draft), note);
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
          <FieldError>{t("editor.endsBefore", { time: formats.shortDay(wrong) })}</FieldError>
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

/** Returns the present days for the fields, in the viewer's zone. */
function datesOf({ start, end }: ShownOccurrence, zone: Zone): DatesDraft {
  const last = zone.toLocal(Math.max(start, end - MINUTE));
  return { start: startOfDay(zone.toLocal(start)), end: startOfDay(last), allDay: true };
}

const spanOf = ({ start, end }: DatesDraft, zone: Zone) => ({
  start: zone.toInstant(start),
  end: zone.toInstant(addDays(end, 1)),
  allDay: true,
});

/** Returns the days as the server takes them: from midnight to midnight in UTC. */
const wireDays = ({ start, end }: DatesDraft) => ({
  start: asLocal(start),
  end: addDays(end, 1),
  isAllDay: true,
});
