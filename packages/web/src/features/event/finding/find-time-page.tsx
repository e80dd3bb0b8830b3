import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useOccurrences } from "../../../grid/use-occurrences.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { takesTime } from "../../../store/items/takes-time.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { FramePage } from "../../../ui/frame-page.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { usePhone } from "../../../ui/use-media.ts";
import type { FreeRow } from "../availability/free-rows.ts";
import type { Plan } from "../availability/use-plan.ts";
import type { EventDraft } from "../draft/draft.ts";
import type { DraftRoom } from "../draft/draft-rooms.ts";
import { FindTimeFoot, FindTimeKey } from "./find-time-foot.tsx";
import { PeopleBoard } from "./people-board.tsx";
import { SoughtTime } from "./sought-time.tsx";
import { Suggestions } from "./suggestions.tsx";
import { RoomsSought } from "./rooms-sought.tsx";
import type { Proposal } from "./use-proposal.ts";
import { useReasons } from "./use-reasons.ts";
import type { RoomPick } from "./use-room-pick.ts";
import { useSearch } from "./use-search.ts";
import type { SoughtRooms } from "./use-sought-rooms.ts";
import styles from "./find-time-page.module.css";

interface FindTimePageProps {
  /** of the people */
  readonly plan: Plan;
  readonly draft: EventDraft;
  /** the UID of the event that is planned; null for a new one */
  readonly uid: string | null;
  /** the fields above the suggestions: those with which people are added, or a proposal is written */
  readonly fields: (proposal: Proposal, choose: () => void) => ReactNode;
  /** the time is proposed to somebody else, who takes care of rooms */
  readonly proposing?: Proposing;
  /** @param room the one that is booked along; undefined: none is wanted */
  readonly onChoose: (time: Span, room: DraftRoom | undefined) => void;
  /** asks with a poll about the times that are suggested, instead of choosing one; absent: that is not offered */
  readonly onAsk?: (starts: readonly number[], length: number) => void;
  readonly onClose: () => void;
}

interface Proposing {
  readonly title: string;
  /** the words of the button that proposes a time */
  readonly choice: "guests.proposeWhen";
  readonly may: (time: Span) => boolean;
}

/**
 * The page on which a time for an event is found: suggestions, and everybody's hours side by side with the proposed time
 * across them. On a phone the rows stand beneath the chosen suggestion.
 */
export function FindTimePage(props: FindTimePageProps) {
  const { plan: ofPeople, draft, uid, fields, proposing, onChoose, onAsk, onClose } = props;
  const t = useMessages();
  const onPhone = usePhone();
  const page = useRef<HTMLElement>(null);
  const { plan, rooms, proposal, pick } = useSearch(ofPeople, draft, uid);
  const own = useOwn(plan, uid);
  const reasons = useReasons(
    rowsWith(plan.rows, pick),
    (span) => own.find((it) => it.start < span.end && span.start < it.end)?.event.title,
  );
  const isReady = plan.state !== null;
  const mayChoose = proposing ? proposing.may(proposal.proposal) : isReady && pick.chosen !== null;
  const title = proposing?.title ?? t("findTime.title");
  const { said, isFree } = reasons(proposal.proposal);
  const choose = (): void => {
    if (mayChoose) onChoose(proposal.proposal, pick.chosen ?? undefined);
  };
  const board = <PeopleBoard rows={plan.rows} proposal={proposal} said={said} own={own} pick={pick} />;
  const onKeyDown = keysOf({ proposal, choose, onClose });
  const chooseButton = (
    <Button size={onPhone ? 40 : 28} look="primary" disabled={!mayChoose} onClick={choose}>
      <ChooseWords word={proposing?.choice ?? "findTime.choose"} span={proposal.proposal} isLong={onPhone} />
    </Button>
  );
  return (
    <FramePage>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys work wherever the focus is on it */}
      <section ref={page} tabIndex={-1} className={styles.page} aria-label={title} onKeyDown={onKeyDown}>
        <FirstFocus page={page} isReady={isReady} />
        <header className={styles.head}>
          <IconButton label={t("findTime.back")} size={onPhone ? 44 : 28} onClick={onClose}>
            <ArrowLeft size={onPhone ? 20 : 16} strokeWidth={1.6} />
          </IconButton>
          <h1>{title}</h1>
          <span className={styles.title}>{draft.title || t("event.untitled")}</span>
          {onPhone ? null : (
            <>
              <Button onClick={onClose}>{t("action.cancel")}</Button>
              {chooseButton}
            </>
          )}
        </header>
        <div className={styles.both}>
          <div className={styles.list}>
            {onPhone ? <Party plan={plan} /> : null}
            {fields(proposal, choose)}
            <SoughtTime proposal={proposal} />
            {proposing ? null : <RoomsSought {...rooms} />}
            {isReady && proposal.hasFound ? (
              <Suggestions
                proposal={proposal}
                reasons={reasons}
                onTake={choose}
                beneath={onPhone ? board : undefined}
              />
            ) : (
              <Nothing plan={plan} rooms={rooms.state} proposal={proposal} />
            )}
            {onAsk && isReady ? <AskInstead proposal={proposal} onAsk={onAsk} /> : null}
          </div>
          {onPhone ? null : (
            <div className={styles.board}>
              {board}
              <FindTimeKey />
              {isReady ? <FindTimeFoot said={said} isFree={isFree} /> : null}
            </div>
          )}
        </div>
        {onPhone ? <div className={styles.foot}>{chooseButton}</div> : null}
      </section>
    </FramePage>
  );
}

/** The rows with the room that is taken along before the others: it is named. */
const rowsWith = (rows: readonly FreeRow[], { chosen }: RoomPick): readonly FreeRow[] =>
  rows.toSorted((a, b) => Number(b.key === chosen?.bookableId) - Number(a.key === chosen?.bookableId));

/** Returns the viewer's own events that take time, without the planned one. */
function useOwn(plan: Plan, uid: string | null): readonly ShownOccurrence[] {
  const zone = useViewerZone();
  const account = useAccount();
  const first = dayOf(zone.toLocal(plan.span.start));
  const { occurrences } = useOccurrences(first, first + AHEAD_DAYS);
  return occurrences.filter(
    (it) => it.event.uid !== uid && !it.calendar.isShared && takesTime(it, account?.email ?? ""),
  );
}

const AHEAD_DAYS = 29;

interface FirstFocusProps {
  readonly page: RefObject<HTMLElement | null>;
  readonly isReady: boolean;
}

/** Gives the focus to the chosen suggestion, as soon as there is one. Stands on the page, which is there later than its part. */
function FirstFocus({ page, isReady }: FirstFocusProps) {
  useEffect(() => {
    const section = page.current;
    const focused = document.activeElement;
    if (!section || (focused !== section && section.contains(focused))) return;
    (section.querySelector<HTMLElement>("input[type=radio]:checked") ?? section).focus();
  }, [page, isReady]);
  return null;
}

interface KeysOf {
  readonly proposal: Proposal;
  readonly choose: () => void;
  readonly onClose: () => void;
}

const STEP = 15 * MINUTE;

/** Returns what keys do on the page, unless they belong to a field or button. */
function keysOf({ proposal, choose, onClose }: KeysOf): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key !== "Tab" && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const handled = (act: () => void): void => {
      event.preventDefault();
      act();
    };
    if (event.key === "Escape") return handled(onClose);
    const { target } = event;
    if (
      !(target instanceof HTMLElement) ||
      target.matches("input:not([type=radio]), select, button, textarea")
    )
      return;
    const { start, end } = proposal.proposal;
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by !== undefined)
      return handled(() => {
        // The band says where the time has come to.
        event.currentTarget.querySelector<HTMLElement>("[role=slider]")?.focus();
        if (event.shiftKey) proposal.set(start, Math.max(end + by, Math.min(end, start + STEP)));
        else proposal.set(start + by, end + by);
      });
    if (event.key === "Enter") return handled(choose);
    const isRadio = target.matches("input");
    if (event.key === "ArrowDown" && !isRadio) return handled(() => proposal.step(1));
    if (event.key === "ArrowUp" && !isRadio) return handled(() => proposal.step(-1));
  };
}

interface ChooseWordsProps {
  readonly word: "findTime.choose" | "guests.proposeWhen";
  readonly span: Span;
  readonly isLong: boolean;
}

function ChooseWords({ word, span: { start, end }, isLong }: ChooseWordsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const time = isLong && end - start < DAY ? formats.timeRange(start, end) : formats.time(start);
  return t(word, { when: `${formats.shortDay(start)} ${time}` });
}

/** A poll takes so many of the times that are suggested. */
const MOST_ASKED = 5;

interface AskInsteadProps {
  readonly proposal: Proposal;
  readonly onAsk: (starts: readonly number[], length: number) => void;
}

function AskInstead({ proposal, onAsk }: AskInsteadProps) {
  const t = useMessages();
  const { within, giveWay, outside } = proposal.grouped;
  const found = [...within, ...giveWay, ...(proposal.isUnfolded ? outside : [])].map(({ from }) => from);
  const starts = [...new Set([proposal.proposal.start, ...found])].slice(0, MOST_ASKED);
  return (
    <p>
      <Button
        onClick={() =>
          onAsk(
            starts.toSorted((a, b) => a - b),
            proposal.length,
          )
        }
      >
        {t("findTime.ask", { count: starts.length })}
      </Button>
    </p>
  );
}

/** Who comes, as faces. */
function Party({ plan }: { readonly plan: Plan }) {
  const account = useAccount();
  const people = plan.rows.filter(({ part }) => part !== "room").slice(0, 6);
  return (
    <div className={styles.party}>
      <Faces
        of={people.map(({ key, name }) => ({
          id: key || (account?.id ?? ""),
          name: key === "" ? (account?.displayName ?? "") : name,
        }))}
      />
    </div>
  );
}

interface NothingProps {
  readonly plan: Plan;
  readonly rooms: SoughtRooms["state"];
  readonly proposal: Proposal;
}

function Nothing({ plan, rooms, proposal }: NothingProps) {
  const t = useMessages();
  const total = Math.round(proposal.length / MINUTE);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  const length =
    hours === 0
      ? t("length.shortMinutes", { minutes })
      : minutes === 0
        ? t("length.shortHours", { hours })
        : t("length.shortHoursMinutes", { hours, minutes });
  return (
    <output className={styles.none}>
      {plan.state
        ? t("findTime.none", { length, days: proposal.days })
        : t(
            rooms === "failed"
              ? "findTime.roomsFailed"
              : plan.isFailed
                ? "freeBusy.failed"
                : "freeBusy.loading",
          )}
    </output>
  );
}
