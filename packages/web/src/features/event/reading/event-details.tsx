import { AlignLeft, Bell, Eye, Info, MapPin, Repeat, Tag, Users, Video, X } from "lucide-react";
import type { ReactNode } from "react";
import { signUpIdOf } from "../../../api/items/sign-up-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useMessages, type Messages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { answeringOf } from "../../../store/items/answering.ts";
import { arrangerOf, eventFacts, senderOf, type EventFacts } from "../../../store/items/event-facts.ts";
import { accountOfKey, idOfKey, isTask } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { categoriesOfEvent } from "../draft/draft-categories.ts";
import { remindersOf } from "../draft/draft-alerts.ts";
import { problemText } from "../actions/problem-text.ts";
import { useRepeatText } from "../draft/use-repeat-wordings.ts";
import { reminderText } from "../../../i18n/reminder-words.ts";
import { calendarReminder, distanceFromStart } from "../../../store/items/default-reminder.ts";
import { useCalendarReminderText } from "../parts/use-calendar-reminder-text.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { Attachments } from "./attachments.tsx";
import { EventActions } from "./event-actions.tsx";
import { PlaceRow } from "../details/place-row.tsx";
import { TextWithLinks } from "../../../ui/links/text-with-links.tsx";
import { ReadOtherwise } from "../details/read-otherwise.tsx";
import { VideoRow } from "../details/video-row.tsx";
import { ZonesLine } from "../details/zones-line.tsx";
import { EventGuests } from "./event-guests.tsx";
import { EventWhen } from "../../../grid/when/event-when.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import styles from "./event-details.module.css";
import { SignUpPanel } from "../sign-up/sign-up-panel.tsx";
import { GuestsAway } from "../guests/guests-away.tsx";
import { GuestMail } from "./guest-mail.tsx";

interface EventDetailsProps {
  readonly occurrence: ShownOccurrence;
  readonly address: string;
  readonly itemActions: ItemActions;
  /** a pane stands beside its list, so it has room for all names and no close button */
  readonly place: "popover" | "pane";
}

/** Shows an event's title, distance, time, and the rest. */
export function EventDetails({ occurrence, address, itemActions, place }: EventDetailsProps) {
  const t = useMessages();
  const facts = eventFacts(occurrence.event, address);
  const answering = answeringOf(occurrence, address);
  return (
    <>
      <div className={styles.top}>
        <div className={styles.head}>
          <span className={styles.calendar}>
            <Swatch colour={occurrence.calendar.colour} />
            <span>
              {occurrence.calendar.name}
              {isOthers(occurrence) ? ` · ${isolated(occurrence.calendar.ownerName ?? "")}` : null}
            </span>
          </span>
          {facts.isBusyOnly ? null : <EventActions occurrence={occurrence} itemActions={itemActions} />}
          {place === "popover" ? (
            <IconButton label={t("event.close")} onClick={itemActions.close}>
              <X size={17} strokeWidth={1.6} />
            </IconButton>
          ) : null}
        </div>
        <div className={styles.what}>
          <h2
            className={styles.title}
            data-declined={facts.answer === "declined" || facts.isCancelled || undefined}
          >
            {readTitle(facts, t)}
          </h2>
          <SpanDistance span={occurrence} size={19} className={styles.distance ?? ""} />
          <Elapsed occurrence={occurrence} />
          <EventWhen occurrence={occurrence} isBesideList={place === "pane"} />
          {occurrence.allDay ? null : (
            <ZonesLine
              start={occurrence.start}
              zones={[occurrence.event.timeZone, occurrence.event.endTimeZone]}
            />
          )}
        </div>
      </div>
      {occurrence.entry.problem ? (
        <div className={styles.problem} role="alert">
          <p>{t("event.notSavedBody", { reason: problemText(occurrence.entry.problem, t) })}</p>
          <Button onClick={() => itemActions.tryAgain(occurrence)}>{t("event.tryAgain")}</Button>
          <Button look="danger" onClick={() => itemActions.dismissProblem(occurrence)}>
            {t("event.discard")}
          </Button>
        </div>
      ) : null}
      {facts.isBusyOnly ? null : (
        <>
          <Details occurrence={occurrence} facts={facts} />
          {occurrence.event["snart:signUp"] ? (
            <SignUpPanel
              accountId={accountOfKey(occurrence.entry.key)}
              signUpId={signUpIdOf(idOfKey(occurrence.entry.key), occurrence.recurrenceId)}
              version={occurrence.entry.event}
            />
          ) : null}
          <ArrangedMail occurrence={occurrence} facts={facts} />
          {isTask(occurrence.entry.event) ? null : (
            <Attachments occurrence={occurrence} itemActions={itemActions} />
          )}
        </>
      )}
      {answering ? (
        <AnswerBar
          key={`${answering.guest.id} ${answering.guest.note}`}
          occurrence={occurrence}
          answering={answering}
          itemActions={itemActions}
        />
      ) : null}
    </>
  );
}

/** Returns whether the owner's name must be shown, because the calendar's name does not say it. */
const isOthers = ({ calendar: { ownerName, name } }: ShownOccurrence): boolean =>
  ownerName !== undefined && ownerName !== "" && ownerName !== name;

/** Returns the title that is shown. */
export const readTitle = (facts: EventFacts, t: Messages): string =>
  facts.title.trim() || t(facts.isBusyOnly ? "event.busy" : "event.untitled");

/** Shows the elapsed part of a running event with hours. The distance says it in words. */
function Elapsed({ occurrence: { start, end, allDay } }: { readonly occurrence: ShownOccurrence }) {
  const percent = useAtNow((now) =>
    allDay || now < start || now >= end ? "" : `${Math.floor(((now - start) / (end - start)) * 100)}%`,
  );
  return percent === "" ? null : (
    <span className={styles.elapsed} aria-hidden>
      <i style={{ width: percent }} />
    </span>
  );
}

/** Shows the organizer the state of mail to guests, if there are any. */
function ArrangedMail({
  occurrence,
  facts,
}: {
  readonly occurrence: ShownOccurrence;
  readonly facts: EventFacts;
}) {
  const { calendar, entry, event } = occurrence;
  if (!calendar.mayWrite || facts.guests.length === 0 || arrangerOf(entry.event) !== null) return null;
  return (
    <>
      <GuestsAway event={event} span={occurrence} />
      <GuestMail accountId={accountOfKey(entry.key)} eventId={idOfKey(entry.key)} />
    </>
  );
}

function Row({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      {icon}
      <div className={styles.rowBody}>{children}</div>
    </div>
  );
}

/** When a reminder rings, between how long before the event that is and how soon. */
function RingsAt({ at }: { readonly at: number }) {
  const formats = useFormats(useViewerZone().id);
  return <span className={styles.ringsAt}>{formats.time(at)} </span>;
}

function Categories({ names }: { readonly names: readonly string[] }) {
  const t = useMessages();
  return names.length === 0 ? null : (
    <Row icon={<Tag {...icon} />}>
      <ul aria-label={t("event.categories")} className={styles.categories}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Row>
  );
}

const icon = { size: 15, strokeWidth: 1.6 } as const;

function Details({
  occurrence,
  facts,
}: {
  readonly occurrence: ShownOccurrence;
  readonly facts: EventFacts;
}) {
  const t = useMessages();
  const repeatText = useRepeatText();
  const { event, entry } = occurrence;
  const warnings = entry.event["snart:warnings"] ?? [];
  const reminders = remindersOf(event);
  const categories = categoriesOfEvent(event);
  const asks = event.useDefaultAlerts === true && !isTask(event);
  const offset = asks ? calendarReminder(occurrence.calendar, occurrence.allDay) : null;
  const asCalendar = useCalendarReminderText(offset, occurrence.allDay);
  const hasAny =
    facts.place ||
    facts.video ||
    facts.isRepeating ||
    facts.guests.length > 0 ||
    reminders.length > 0 ||
    offset !== null ||
    event.description ||
    warnings.length > 0 ||
    categories.length > 0 ||
    facts.isPrivate;
  if (!hasAny) return null;
  return (
    <div className={styles.details}>
      {facts.video ? (
        <Row icon={<Video {...icon} />}>
          <VideoRow href={facts.video} span={occurrence} />
        </Row>
      ) : null}
      {facts.place ? (
        <Row icon={<MapPin {...icon} />}>
          <PlaceRow event={event} />
        </Row>
      ) : null}
      {facts.isRepeating ? <Row icon={<Repeat {...icon} />}>{repeatText(entry.event)}</Row> : null}
      {facts.guests.length > 0 && !event["snart:signUp"] ? (
        <Row icon={<Users {...icon} />}>
          <EventGuests facts={facts} arranger={arrangerOf(entry.event)} sender={senderOf(event)} />
        </Row>
      ) : null}
      {offset === null ? null : (
        <Row icon={<Bell {...icon} />}>
          {asCalendar} <RingsAt at={occurrence.start + (distanceFromStart(offset) ?? 0)} />
          <HowSoon target={{ kind: "instant", at: occurrence.start + (distanceFromStart(offset) ?? 0) }} />
        </Row>
      )}
      {reminders.map((minutes) => (
        <Row key={minutes} icon={<Bell {...icon} />}>
          {reminderText(minutes, t)} <RingsAt at={occurrence.start - minutes * 60_000} />
          <HowSoon target={{ kind: "instant", at: occurrence.start - minutes * 60_000 }} />
        </Row>
      ))}
      <Categories names={categories} />
      {facts.isPrivate ? <Row icon={<Eye {...icon} />}>{t("event.private")}</Row> : null}
      {event.description ? (
        <Row icon={<AlignLeft {...icon} />}>
          <p className={styles.description}>
            <TextWithLinks text={event.description} />
          </p>
        </Row>
      ) : null}
      {warnings.length > 0 ? (
        <Row icon={<Info {...icon} />}>
          <span className={styles.quiet}>
            <ReadOtherwise parts={warnings} />
          </span>
        </Row>
      ) : null}
    </div>
  );
}
