import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { AlignLeft, Bell, CalendarDays, Eye, MapPin } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { accountOfKey, type CalendarEntry } from "../../../store/items/entries.ts";
import { QuietArea, QuietField } from "../../../ui/fields/quiet-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { useAccount } from "../../../store/session.ts";
import { spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { asRooms } from "../draft/draft-rooms.ts";
import { InvitesAs } from "./invites-as.tsx";
import { EditorGuests } from "../guests/editor-guests.tsx";
import { EditorRoom } from "../rooms/editor-room.tsx";
import { useBookableRooms } from "../rooms/use-rooms.ts";
import { EditorSignUp } from "../sign-up/editor-sign-up.tsx";
import { takesEvents } from "../../../store/items/calendar-for-new.ts";
import { EditorCategories } from "./editor-categories.tsx";
import { EditorReminders } from "./editor-reminders.tsx";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import styles from "./editor-details.module.css";

interface EditorDetailsProps {
  readonly draft: EventDraft;
  readonly calendars: readonly CalendarEntry[];
  /** whether somebody else organizes it: location and description are theirs, and the event stays in this account */
  readonly isArranged: boolean;
  /** the UID of the event that is being changed; null for a new one */
  readonly uid: string | null;
  /** whether the event has guests, and so an organizer, already */
  readonly isInvited: boolean;
  /** the event as it is; absent: it is new */
  readonly series?: JSEvent | undefined;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

/** Shows every field but the time: calendar, location, reminders, notes, who sees the event. */
export function EditorDetails({
  draft,
  calendars,
  isArranged,
  uid,
  isInvited,
  series,
  onChange,
}: EditorDetailsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const calendar = calendars.find((it) => it.key === draft.calendarKey);
  const rooms = useBookableRooms(useAccount()?.id);
  const invited = draft.guests ? { ...draft, guests: asRooms(draft.guests, rooms) } : draft;
  return (
    <>
      <CalendarChoice draft={draft} calendars={calendars} isArranged={isArranged} onChange={onChange} />
      {isArranged ? null : (
        <>
          <EditorGuests draft={invited} uid={uid} onChange={onChange} />
          <EditorRoom draft={invited} bookables={rooms} uid={uid} series={series} onChange={onChange} />
          <InvitesAs draft={draft} calendar={calendar} isInvited={isInvited} onChange={onChange} />
        </>
      )}
      {isArranged ? null : (
        <EditorRow icon={<MapPin {...rowIcon} />}>
          <QuietField
            aria-label={t("editor.place")}
            placeholder={t("editor.placePlaceholder")}
            value={draft.place}
            maxLength={1000}
            onChange={(event) => onChange({ place: event.currentTarget.value })}
          />
        </EditorRow>
      )}
      <EditorRow icon={<Bell {...rowIcon} />}>
        <EditorReminders draft={draft} calendar={calendar} onChange={onChange} />
      </EditorRow>
      {isArranged ? null : (
        <EditorRow icon={<AlignLeft {...rowIcon} />}>
          <QuietArea
            aria-label={t("editor.description")}
            placeholder={t("editor.descriptionPlaceholder")}
            value={draft.description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
        </EditorRow>
      )}
      {isArranged ? null : (
        <EditorSignUp
          signUp={draft.signUp ?? null}
          start={spanOfDraft(draft, zone).start}
          onChange={(signUp) => onChange({ signUp })}
        />
      )}
      <EditorCategories draft={draft} onChange={onChange} />
      <Visibility draft={draft} onChange={onChange} />
    </>
  );
}

function CalendarChoice({
  draft,
  calendars,
  isArranged,
  onChange,
}: Omit<EditorDetailsProps, "uid" | "isInvited">) {
  const t = useMessages();
  const calendar = calendars.find((it) => it.key === draft.calendarKey);
  const open = calendars.filter(
    (it) =>
      it.key === draft.calendarKey ||
      (takesEvents(it) && (!isArranged || it.accountId === accountOfKey(draft.calendarKey))),
  );
  return (
    <EditorRow icon={calendar ? <Swatch colour={calendar.colour} /> : <CalendarDays {...rowIcon} />}>
      <Select
        label={t("editor.calendar")}
        hideLabel
        look="quiet"
        value={draft.calendarKey}
        options={open.map((it) => ({ value: it.key, label: it.name }))}
        onChange={(calendarKey) => onChange({ calendarKey })}
      />
    </EditorRow>
  );
}

function Visibility({ draft, onChange }: Pick<EditorDetailsProps, "draft" | "onChange">) {
  const t = useMessages();
  return (
    <EditorRow icon={<Eye {...rowIcon} />}>
      <div className={styles.pair}>
        <Select
          label={t("editor.visibility")}
          hideLabel
          look="quiet"
          value={draft.isPrivate ? "private" : "public"}
          options={[
            { value: "public", label: t("editor.visiblePublic") },
            { value: "private", label: t("editor.visiblePrivate") },
          ]}
          onChange={(value) => onChange({ isPrivate: value === "private" })}
        />
        <Select
          label={t("editor.showAs")}
          hideLabel
          look="quiet"
          value={draft.isFree ? "free" : "busy"}
          options={[
            { value: "busy", label: t("editor.showBusy") },
            { value: "free", label: t("editor.showFree") },
          ]}
          onChange={(value) => onChange({ isFree: value === "free", isFreeChosen: true })}
        />
      </div>
    </EditorRow>
  );
}
