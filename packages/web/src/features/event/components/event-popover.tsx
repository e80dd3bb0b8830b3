import {
  AlignLeft,
  Bell,
  Copy,
  Ellipsis,
  Eye,
  History,
  MapPin,
  Pencil,
  Repeat,
  Trash2,
  Users,
  Video,
  X,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { signUpIdOf } from "../../../api/sign-up-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { arrangerOf, eventFacts } from "../../../store/event-facts.ts";
import { accountOfKey, idOfKey } from "../../../store/entries.ts";
import { eventMenu } from "../../../store/event-menu.ts";
import type { EventFacts } from "../../../store/event-facts.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { Faces } from "../../../ui/faces.tsx";
import { HowSoon } from "../../../ui/how-soon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { remindersOf } from "../draft.ts";
import { problemText } from "../problem-text.ts";
import { useRepeatText } from "../use-repeat-wordings.ts";
import { useReminderText } from "../use-wordings.ts";
import type { EventDesk } from "../use-event-desk.ts";
import { Attachments } from "./attachments.tsx";
import { EventWhen } from "./event-when.tsx";
import { SpanDistance } from "./span-distance.tsx";
import styles from "./event-popover.module.css";

export interface EventPopoverProps {
  readonly occurrence: ShownOccurrence;
  readonly anchor: Element;
  readonly address: string;
  readonly desk: EventDesk;
}

/** Reading an event: what it is, how soon, when, and the rest. */
export function EventPopover({ occurrence, anchor, address, desk }: EventPopoverProps) {
  const t = useMessages();
  const [anchorRef] = useState(() => ({ current: anchor }));
  const facts = eventFacts(occurrence.event, address);
  const me = facts.guests.find((guest) => guest.isMe && !guest.isOrganizer);
  const title = facts.title.trim() || t(facts.isBusyOnly ? "event.busy" : "event.untitled");
  return (
    <Popover
      label={title}
      anchor={anchorRef}
      isOpen
      onClose={desk.close}
      placement="right top"
      arrow
      className={styles.popover ?? ""}
    >
      <div className={styles.head}>
        <span className={styles.calendar}>
          <Swatch colour={occurrence.calendar.colour} />
          <span>{occurrence.calendar.name}</span>
        </span>
        {facts.isBusyOnly ? null : <Actions occurrence={occurrence} desk={desk} />}
        <IconButton label={t("event.close")} onClick={desk.close}>
          <X size={17} strokeWidth={1.6} />
        </IconButton>
      </div>
      <div className={styles.what}>
        <h2
          className={styles.title}
          data-declined={facts.answer === "declined" || facts.isCancelled || undefined}
        >
          {title}
        </h2>
        <SpanDistance span={occurrence} size={19} className={styles.distance ?? ""} />
        <EventWhen occurrence={occurrence} />
      </div>
      {occurrence.entry.problem ? (
        <div className={styles.problem} role="alert">
          <p>{t("event.notSavedBody", { reason: problemText(occurrence.entry.problem, t) })}</p>
          <Button onClick={() => desk.tryAgain(occurrence)}>{t("event.tryAgain")}</Button>
          <Button look="danger" onClick={() => desk.dismissProblem(occurrence)}>
            {t("event.discard")}
          </Button>
        </div>
      ) : null}
      {facts.isBusyOnly ? null : (
        <>
          <Details occurrence={occurrence} facts={facts} />
          <ArrangedMail occurrence={occurrence} facts={facts} />
          <Attachments occurrence={occurrence} desk={desk} />
          {occurrence.event["snart:signUp"] ? (
            <Suspense>
              <SignUpPanel
                accountId={accountOfKey(occurrence.entry.key)}
                signUpId={signUpIdOf(idOfKey(occurrence.entry.key), occurrence.recurrenceId)}
                version={occurrence.entry.event}
              />
            </Suspense>
          ) : null}
        </>
      )}
      {me && !occurrence.event["snart:signUp"] ? (
        <div className={styles.answer}>
          <span>{t("guests.going")}</span>
          <SegmentedControl
            label={t("guests.going")}
            look="answer"
            value={me.answer}
            segments={[
              { value: "accepted", label: t("guests.answerYes") },
              { value: "tentative", label: t("guests.answerMaybe") },
              { value: "declined", label: t("guests.answerNo") },
            ]}
            onChange={(status) => {
              if (status !== "needs-action") desk.answer(occurrence, me.id, status);
            }}
          />
        </div>
      ) : null}
    </Popover>
  );
}

/** What can be done with an event that one may know. */
function Actions({ occurrence, desk }: Pick<EventPopoverProps, "occurrence" | "desk">) {
  const t = useMessages();
  const [, navigate] = useLocation();
  return (
    <>
      <IconButton
        label={t("event.edit")}
        onClick={() => desk.edit(occurrence)}
        disabled={!occurrence.calendar.mayWrite}
      >
        <Pencil size={16} strokeWidth={1.6} />
      </IconButton>
      <IconButton label={t("event.copy")} onClick={() => desk.copy(occurrence)}>
        <Copy size={16} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={t("history.open")}
        onClick={() => {
          desk.close();
          navigate(`/history/${idOfKey(occurrence.entry.key)}`);
        }}
      >
        <History size={16} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={t("event.delete")}
        onClick={() => desk.remove(occurrence)}
        disabled={!occurrence.calendar.mayWrite}
      >
        <Trash2 size={16} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={t("event.more")}
        onClick={({ currentTarget }) => {
          const { left: x, bottom: y } = currentTarget.getBoundingClientRect();
          desk.close();
          // After this has gone and given the focus back.
          requestAnimationFrame(() => eventMenu.set({ keys: [occurrence.key], x, y }));
        }}
      >
        <Ellipsis size={16} strokeWidth={1.6} />
      </IconButton>
    </>
  );
}

const SignUpPanel = lazy(() =>
  import("../sign-up/sign-up-panel.tsx").then((module) => ({ default: module.SignUpPanel })),
);

const GuestsAway = lazy(() =>
  import("../guests/guests-away.tsx").then((module) => ({ default: module.GuestsAway })),
);
const GuestMail = lazy(() => import("./guest-mail.tsx").then((module) => ({ default: module.GuestMail })));

/** What became of the mail to guests is for who arranges, and only where there are any. */
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
    <Suspense>
      <GuestsAway event={event} span={occurrence} />
      <GuestMail
        accountId={accountOfKey(entry.key)}
        eventId={idOfKey(entry.key)}
        isSeries={facts.isRepeating}
      />
    </Suspense>
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
  const reminderText = useReminderText();
  const { event, entry } = occurrence;
  const reminders = remindersOf(event);
  const hasAny =
    facts.place ||
    facts.video ||
    facts.isRepeating ||
    facts.guests.length > 0 ||
    reminders.length > 0 ||
    event.description ||
    facts.isPrivate;
  if (!hasAny) return null;
  return (
    <div className={styles.details}>
      {facts.place ? <Row icon={<MapPin {...icon} />}>{facts.place}</Row> : null}
      {facts.video ? (
        <Row icon={<Video {...icon} />}>
          <a href={facts.video} target="_blank" rel="noreferrer" className={styles.link}>
            {t("event.join")}
          </a>
        </Row>
      ) : null}
      {facts.isRepeating ? <Row icon={<Repeat {...icon} />}>{repeatText(entry.event)}</Row> : null}
      {facts.guests.length > 0 && !event["snart:signUp"] ? (
        <Guests facts={facts} arranger={arrangerOf(entry.event)} />
      ) : null}
      {reminders.map((minutes) => (
        <Row key={minutes} icon={<Bell {...icon} />}>
          {reminderText(minutes)}{" "}
          <HowSoon target={{ kind: "instant", at: occurrence.start - minutes * 60_000 }} />
        </Row>
      ))}
      {facts.isPrivate ? <Row icon={<Eye {...icon} />}>{t("event.private")}</Row> : null}
      {event.description ? (
        <Row icon={<AlignLeft {...icon} />}>
          <p className={styles.description}>{event.description}</p>
        </Row>
      ) : null}
    </div>
  );
}

const MOST_AVATARS = 5;

function Guests({ facts, arranger }: { readonly facts: EventFacts; readonly arranger: string | null }) {
  const t = useMessages();
  const count = (answer: string): number => facts.guests.filter((guest) => guest.answer === answer).length;
  const parts = [
    ["accepted", "guests.yes"],
    ["tentative", "guests.maybe"],
    ["declined", "guests.no"],
    ["needs-action", "guests.none"],
  ] as const;
  const said = parts
    .filter(([answer]) => count(answer) > 0)
    .map(([answer, key]) => t(key, { count: count(answer) }));
  return (
    <Row icon={<Users {...icon} />}>
      <div className={styles.guests}>
        <Faces of={facts.guests.slice(0, MOST_AVATARS)} />
        <span title={facts.guests.map((guest) => guest.name).join(", ")}>
          {t("event.guests", { count: facts.guests.length })}
          <small>{said.join(", ")}</small>
          {arranger === null ? null : <small>{t("event.arrangedBy", { name: isolated(arranger) })}</small>}
        </span>
      </div>
    </Row>
  );
}
