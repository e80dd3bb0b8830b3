import { reasonSentence } from "@snart/calendar/booking/sentence/reason-sentence.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { useRoomFacts } from "./use-room-facts.ts";
import type { RoomOffer } from "./room-offers.ts";
import { RoomState } from "./room-state.tsx";
import styles from "./rooms.module.css";

interface RoomRowProps {
  readonly offer: RoomOffer;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** the event to another time, and the room for it */
  readonly onMove: (time: { readonly start: number; readonly end: number }) => void;
}

/** One room: what it is, and whether it is free; one that is not says why, and cannot be chosen. */
export function RoomRow({ offer, isChosen, onChoose, onMove }: RoomRowProps) {
  const facts = useRoomFacts();
  const { bookable, tried, isLargeEnough } = offer;
  const isTaken = tried !== undefined && tried.dates > 0 && tried.clashes.length === tried.dates;
  return (
    <>
      <label className={styles.row}>
        <input
          type="radio"
          name="room"
          checked={isChosen}
          disabled={!isChosen && (isTaken || !isLargeEnough)}
          onChange={onChoose}
        />
        <span className={styles.name}>
          {isolated(bookable.name)}
          <small>{facts(bookable)}</small>
          {isTaken && isLargeEnough ? <WhyNot offer={offer} /> : null}
        </span>
        <RoomState offer={offer} />
      </label>
      {isTaken && isLargeEnough ? <OtherTimes offer={offer} onMove={onMove} /> : null}
    </>
  );
}

/** As many as are read at a glance. */
const MOST_TIMES = 2;

/** The nearest times at which a room that is taken could be had. */
function OtherTimes({ offer: { bookable, tried }, onMove }: Pick<RoomRowProps, "offer" | "onMove">) {
  const t = useMessages();
  const zone = useViewerZone();
  const { shortDay, timeRange } = useFormats(zone.id);
  const times = (tried?.clashes[0]?.others ?? []).slice(0, MOST_TIMES).map(({ start, end }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
  }));
  if (times.length === 0) return null;
  return (
    <span className={styles.times}>
      {times.map((time) => {
        const when = `${shortDay(time.start)} ${timeRange(time.start, time.end)}`;
        return (
          <Button
            key={time.start}
            look="quiet"
            aria-label={t("editor.roomMove", { when, name: isolated(bookable.name) })}
            onClick={() => onMove(time)}
          >
            {t("editor.roomMoveTo", { when })}
          </Button>
        );
      })}
    </span>
  );
}

/** The first reason why a room cannot be had. */
export function WhyNot({
  offer: { bookable, tried },
}: {
  readonly offer: Pick<RoomOffer, "bookable" | "tried">;
}) {
  const t = useMessages();
  const language = useLanguage();
  const now = useNow();
  const [clash] = tried?.clashes ?? [];
  const [reason] = clash?.reasons ?? [];
  if (!clash || !reason) return null;
  const zone = ianaZone(bookable.rules?.timeZone ?? "") ?? UTC;
  const mode = bookable.rules?.mode ?? "free";
  const start = Date.parse(clash.start);
  const { key, args } = reasonSentence(reason, { language, now, zone, mode, start, whom: "you" });
  return <small>{t(key, args)}</small>;
}
