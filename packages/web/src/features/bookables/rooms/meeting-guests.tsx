import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { GuestsField, type DraftGuest, type Plan } from "../../event/model.ts";
import type { Time } from "../model.ts";
import { draftOfMeeting, type Meeting } from "../meeting/meeting.ts";
import styles from "./meeting.module.css";

interface MeetingGuestsProps {
  readonly meeting: Pick<Meeting, "title" | "guests">;
  readonly time: Time;
  readonly onChange: (guests: readonly DraftGuest[]) => void;
}

/** Who is invited to a meeting, each with whether they are free then. */
export function MeetingGuests({ meeting, time, onChange }: MeetingGuestsProps) {
  const t = useMessages();
  const draft = draftOfMeeting(meeting, time, useViewerZone());
  return (
    <div className={styles.guests}>
      <span aria-hidden>{t("editor.guests")}</span>
      <GuestsField
        draft={draft}
        uid={null}
        stateOf={(key, { state, rows }) => <FreeOrBusy guestId={key} state={state} rows={rows} />}
        onChange={({ guests = meeting.guests }) => onChange(guests)}
      />
    </div>
  );
}

/** Nothing for whom nothing is known. */
function FreeOrBusy({ guestId, state, rows }: Pick<Plan, "state" | "rows"> & { readonly guestId: string }) {
  const t = useMessages();
  const row = rows.find(({ key }) => key === guestId);
  if (!state || !row || row.busy === null) return null;
  const isBusy = [...state.busy, ...state.away].some((one) => one.row.key === guestId);
  return (
    <span className={isBusy ? styles.busy : styles.free}>
      {t(isBusy ? "bookables.rooms.guestBusy" : "bookables.rooms.guestFree")}
    </span>
  );
}
