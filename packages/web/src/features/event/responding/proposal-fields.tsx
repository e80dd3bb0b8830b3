import type { Local } from "@snart/calendar/time/local.ts";
import { useState, type FormEvent } from "react";
import { EventWhen } from "../../../grid/when/event-when.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { endProblem } from "../draft/draft.ts";
import type { Proposal } from "../finding/use-proposal.ts";
import { EventDates, type DatesDraft } from "../parts/event-dates.tsx";
import { MOST_OF_A_NOTE } from "./use-send-proposal.ts";
import styles from "./responding.module.css";

interface ProposalFieldsProps {
  readonly proposal: Proposal;
  /** what a proposal is, to whom */
  readonly lead: string;
  readonly occurrence: ShownOccurrence;
  readonly note: string;
  readonly onNote: (note: string) => void;
  /** is told whether what is typed ends before it begins */
  readonly onWrong: (isWrong: boolean) => void;
  readonly onSend: () => void;
}

/** The present time, the proposed one in fields for whoever knows it, and a note to the organizer. */
export function ProposalFields(props: ProposalFieldsProps) {
  const { proposal, lead, occurrence, note, onNote, onWrong, onSend } = props;
  const t = useMessages();
  const zone = useViewerZone();
  const { span, typed, wrong, change } = useTyped(proposal, onWrong);
  const formats = useFormats("UTC");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className={styles.fields} onSubmit={send}>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.present}>
        <EventWhen occurrence={occurrence} />
      </div>
      <EventDates
        draft={typed ?? { start: zone.toLocal(span.start), end: zone.toLocal(span.end), allDay: false }}
        isWrong={wrong !== null}
        onChange={change}
      />
      {wrong === null ? (
        <SpanDistance span={span} size={16} className={styles.distance ?? ""} />
      ) : (
        <FieldError>{t("editor.endsBefore", { time: formats.time(wrong) })}</FieldError>
      )}
      <TextField
        label={t("guests.note")}
        value={note}
        maxLength={MOST_OF_A_NOTE}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => onNote(value)}
      />
      <button type="submit" hidden>
        {t("guests.proposeSend")}
      </button>
    </form>
  );
}

/** The proposed time as fields: what ends before it begins stays as it was typed, until it is mended or another is chosen. */
function useTyped(proposal: Proposal, onWrong: (isWrong: boolean) => void) {
  const zone = useViewerZone();
  const span = proposal.proposal;
  const [held, setHeld] = useState<{ readonly of: number; readonly draft: DatesDraft } | null>(null);
  const typed = held?.of === span.start + span.end ? held.draft : null;
  const present: DatesDraft = { start: zone.toLocal(span.start), end: zone.toLocal(span.end), allDay: false };
  const wrong: Local | null = typed && endProblem(typed);
  const change = (part: Partial<DatesDraft>): void => {
    const next = { ...(typed ?? present), ...part };
    const isWrong = endProblem(next) !== null;
    onWrong(isWrong);
    setHeld(isWrong ? { of: span.start + span.end, draft: next } : null);
    if (!isWrong) proposal.set(zone.toInstant(next.start), zone.toInstant(next.end));
  };
  return { span, typed, wrong, change };
}
