import { MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay, timeOfDay } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import type { BookingSheetProps } from "../asked-time.ts";
import { endChoices } from "../end-choices.ts";
import { Consent } from "../house-rules/consent.tsx";
import type { Time } from "../model.ts";
import { SheetFrame } from "../sheet/sheet-frame.tsx";
import { useWish } from "../waiting/use-wish.ts";
import { TimeFacts } from "../time-facts.tsx";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { WhoBooks } from "../waiting/who-books.tsx";
import { MeetingGuests } from "./meeting-guests.tsx";
import { isMeeting, type Meeting } from "../meeting/meeting.ts";
import { freeUntil } from "./model.ts";
import { useCalendarForMeeting } from "./use-calendar-for-meeting.ts";
import labelled from "../../../grid/day-field/labelled.module.css";
import sheet from "../booking-sheet.module.css";
import styles from "./meeting.module.css";

/**
 * A free time of a room, beside the rooms: from when until when, what for, and with whom. With a title or a guest it becomes a meeting that
 * has the room; else the room alone is booked.
 */
export function MeetingSheet(props: BookingSheetProps) {
  const { asked, slots, isDocked, onTime, onClose } = props;
  const t = useMessages();
  const { bookable } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const [time, setTime] = useState(() => firstTime(props));
  const [meeting, setMeeting] = useState<Pick<Meeting, "title" | "guests">>(asked.meeting ?? NOTHING);
  const { calendars, calendarId, choose } = useCalendarForMeeting(props.accountId);
  const { partyId, setPartyId, parties, toAccept, hasAccepted, setAccepted, maySend, send } = useWish(props);
  const isWrong = time.end <= time.start;
  const isMet = isMeeting(meeting);
  const until = freeUntil(slots, time.start);
  const canSend = maySend && !isWrong && (!isMet || calendarId !== undefined);
  const confirm = (): void => {
    if (!isMet) void send(time);
    else if (calendarId !== undefined)
      void send(time, { ...meeting, title: meeting.title.trim(), calendarId });
  };
  return (
    <SheetFrame
      isDocked={isDocked}
      title={isWrong ? words.moment(time.start) : words.long(time)}
      onClose={onClose}
      footer={
        <Button look="primary" size={40} className={sheet.confirm} disabled={!canSend} onClick={confirm}>
          {t("bookables.book", { when: words.when(time) })}
        </Button>
      }
    >
      <TimeFacts {...asked} {...time} />
      <div className={styles.fields}>
        <TextField
          label={t("bookables.rooms.whatFor")}
          value={meeting.title}
          maxLength={1000}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setMeeting({ ...meeting, title: value })}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === "Enter" && !nativeEvent.isComposing && canSend) confirm();
          }}
        />
        <Times
          asked={asked}
          time={time}
          onChange={(next) => {
            setTime(next);
            onTime?.(next);
          }}
        />
        {isWrong ? (
          <FieldError>{t("editor.endsBefore", { time: words.time(time.start + LEAST) })}</FieldError>
        ) : until === undefined ? null : (
          <p className={sheet.quiet}>
            {t("bookables.rooms.freeUntil", {
              name: isolated(bookable.name),
              until: words.ending(until, time.start),
            })}
          </p>
        )}
        {isMet && calendars.length > 1 ? (
          <Select
            label={t("editor.calendar")}
            options={calendars.map(({ id, name }) => ({ value: id, label: name }))}
            value={calendarId ?? ""}
            onChange={choose}
          />
        ) : null}
        <MeetingGuests
          meeting={meeting}
          time={time}
          onChange={(guests) => setMeeting({ ...meeting, guests })}
        />
      </div>
      {/* A meeting is booked for whom an invitation is. */}
      {isMet ? null : <WhoBooks parties={parties} partyId={partyId} onChange={setPartyId} />}
      {toAccept ? <Consent houseRules={toAccept} isGiven={hasAccepted} onChange={setAccepted} /> : null}
    </SheetFrame>
  );
}

const LEAST = 30 * MINUTE;
const NOTHING = { title: "", guests: [] };

/** As it was pressed; of one press the shortest that the rules allow. */
function firstTime({ asked, slots }: Pick<BookingSheetProps, "asked" | "slots">): Time {
  const { bookable, start, end, upTo } = asked;
  const [least = end] = bookable.rules ? endChoices(bookable.rules, asked, zoneOf(bookable), slots) : [];
  return { start, end: upTo ?? least };
}

interface TimesProps extends Pick<BookingSheetProps, "asked"> {
  readonly time: Time;
  readonly onChange: (time: Time) => void;
}

/** From and to, on the room's clocks. A later start keeps the length. */
function Times({ asked: { bookable }, time, onChange }: TimesProps) {
  const t = useMessages();
  const zone = zoneOf(bookable);
  const { start, end } = time;
  const day = startOfDay(zone.toLocal(start));
  const minutesOf = (at: number): number => Math.round((zone.toLocal(at) - day) / MINUTE);
  const at = (minutes: number): number => zone.toInstant(asLocal(day + minutes * MINUTE));
  return (
    <div className={styles.times}>
      <div className={labelled.labelled}>
        <span aria-hidden>{t("bookables.rooms.from")}</span>
        <TimeField
          label={t("bookables.rooms.from")}
          value={Math.round(timeOfDay(zone.toLocal(start)) / MINUTE)}
          onChange={(minutes) =>
            onChange({ start: at(minutes), end: at(minutes) + Math.max(end - start, 0) })
          }
        />
      </div>
      <div className={labelled.labelled}>
        <span aria-hidden>{t("bookables.rooms.to")}</span>
        <TimeField
          label={t("bookables.rooms.to")}
          value={minutesOf(end) % DAY_MINUTES}
          isInvalid={end <= start}
          // Midnight is the end of the day.
          onChange={(minutes) => onChange({ start, end: at(minutes === 0 ? DAY_MINUTES : minutes) })}
        />
      </div>
    </div>
  );
}

const DAY_MINUTES = 1440;
