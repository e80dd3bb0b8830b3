import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { useId } from "react";
import { clockNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { isTask } from "../../store/items/entries.ts";
import { hasReminder } from "../../store/items/default-reminder.ts";
import { answeringOf, factsIn } from "../../store/items/answering.ts";
import type { EventFacts } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { Faces } from "../../ui/faces/faces.tsx";
import { Glyph, type GlyphName } from "../../ui/glyph.tsx";
import { eventDescription, eventName, titleOf } from "../../grid/event-words.ts";
import { useRuleWords } from "../event/model.ts";
import { TaskBox } from "../tasks/screen.tsx";
import type { RowPlace } from "../../grid/spine/items.ts";
import type { SoonItem } from "./soon-items.ts";
import type { SoonPageState } from "./page-state.ts";
import styles from "../../grid/spine/row.module.css";

interface EventRowProps {
  readonly item: Extract<SoonItem, { readonly kind: "event" }>;
  readonly place: RowPlace;
  readonly address: string;
  readonly tabIndex: number;
  readonly isChosen: boolean;
  readonly onAnswer: SoonPageState["itemActions"]["answer"];
}

const MOST_FACES = 3;

/** One coming event: how soon, when, its title, and its question. */
export function EventRow({ item, place, address, tabIndex, isChosen, onAnswer }: EventRowProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { occurrence, distance, isNow } = item;
  const { start, end, calendar } = occurrence;
  const facts = factsIn(occurrence, address);
  const asked = answeringOf(occurrence, address);
  const { warmth, running } = distanceOfOccurrence(occurrence, clockNow(), zone, language);
  const time = occurrence.allDay
    ? t("rail.allDay")
    : end > start
      ? formats.timeRange(start, end)
      : formats.time(start);
  const description = eventDescription(occurrence, facts, t);
  const describedBy = useId();
  const ruleWords = useRuleWords();
  const rule = item.isFolded ? ruleWords(occurrence.entry.event) : undefined;
  const beside = [facts.place, rule].filter(Boolean).join(" · ");
  const others = facts.guests.filter((guest) => !guest.isMe);
  return (
    <li
      {...place}
      className={styles.row}
      data-colour={occurrence.colour}
      data-now={isNow || undefined}
      data-look={facts.answer === "needs-action" ? "hollow" : facts.isTentative ? "maybe" : undefined}
      data-chosen={isChosen || undefined}
    >
      {isTask(occurrence.entry.event) ? <TaskBox occurrence={occurrence} /> : null}
      <button
        type="button"
        className={styles.button}
        data-soon={item.key}
        tabIndex={tabIndex}
        aria-label={eventName(occurrence, facts, distance, running, formats, t)}
        aria-describedby={description || rule ? describedBy : undefined}
      >
        <DistanceText
          text={distance}
          warmth={warmth}
          className={(item.isRepeat ? styles.said : styles.distance) ?? ""}
          dateTime={new Date(start).toISOString()}
          title={formats.dayAndYear(start)}
        />
        <span className={styles.time}>{time}</span>
        <span className={styles.what}>
          <span className={styles.title}>{titleOf(facts, t)}</span>
          {beside ? <span className={styles.place}>{beside}</span> : null}
          <span className={styles.glyphs}>
            {glyphsOf(occurrence, facts, rule !== undefined).map((name) => (
              <Glyph key={name} name={name} />
            ))}
          </span>
        </span>
      </button>
      {asked?.of === null && asked.guest.answer === "needs-action" ? (
        <Answers facts={facts} onAnswer={(status) => onAnswer(occurrence, asked, { status })} />
      ) : facts.isTentative ? (
        <span className={styles.maybe}>{t("rail.maybe")}</span>
      ) : null}
      <span className={styles.people}>
        {others.length > 0 ? <Faces of={others} size={22} most={MOST_FACES} /> : null}
      </span>
      {description || rule ? (
        <span id={describedBy} hidden>
          {[description, rule].filter(Boolean).join(". ")}
        </span>
      ) : null}
      <span className={styles.calendar} aria-hidden>
        {calendar.name}
      </span>
    </li>
  );
}

function glyphsOf(occurrence: ShownOccurrence, facts: EventFacts, isRuleSaid: boolean): readonly GlyphName[] {
  const signs: readonly (readonly [unknown, GlyphName])[] = [
    [facts.isRepeating && !isRuleSaid, "repeats"],
    [facts.video, "video"],
    [hasReminder(occurrence), "reminder"],
    [facts.isPrivate, "private"],
  ];
  return signs.filter(([has]) => has).map(([, name]) => name);
}

interface AnswersProps {
  readonly facts: EventFacts;
  readonly onAnswer: (answer: "accepted" | "tentative" | "declined") => void;
}

/** Buttons and not a choice: a first arrow key must not answer anybody. */
function Answers({ facts, onAnswer }: AnswersProps) {
  const t = useMessages();
  const answers = [
    ["accepted", t("guests.answerYes")],
    ["tentative", t("guests.answerMaybe")],
    ["declined", t("guests.answerNo")],
  ] as const;
  return (
    <fieldset aria-label={`${titleOf(facts, t)}. ${t("guests.going")}`} className={styles.answers}>
      {answers.map(([answer, label]) => (
        <button key={answer} type="button" onClick={() => onAnswer(answer)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
