import { DoorOpen } from "lucide-react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { AnswerSign } from "../../../ui/answer-sign.tsx";
import type { FreeRow } from "../availability/free-rows.ts";
import { WhyNot } from "../rooms/room-row.tsx";
import { useRoomFacts } from "../rooms/use-room-facts.ts";
import type { RoomPick } from "./use-room-pick.ts";
import styles from "./people-rows.module.css";

interface RoomAtTimeProps {
  readonly row: FreeRow;
  readonly pick: RoomPick;
}

/** A wanted room at the proposed time: what it is, and whether it is taken along; one that is not free says why. */
export function RoomAtTime({ row, pick }: RoomAtTimeProps) {
  const t = useMessages();
  const facts = useRoomFacts();
  const offer = pick.offers.get(row.key);
  const isChosen = pick.chosen?.bookableId === row.key;
  const isFree = offer?.isFree === true;
  return (
    <label className={styles.who} data-room>
      <DoorOpen size={18} strokeWidth={1.6} aria-hidden className={styles.door} />
      <span className={styles.name}>
        <b title={row.name}>{isolated(row.name)}</b>
        {offer && !isFree && offer.tried ? (
          <WhyNot offer={offer} />
        ) : offer ? (
          <small>{facts(offer.bookable)}</small>
        ) : null}
      </span>
      <span className={styles.tick}>
        <input
          type="radio"
          name="room-then"
          className="visually-hidden"
          checked={isChosen}
          disabled={!isFree}
          onChange={() => pick.pick(row.key)}
        />
        {isChosen ? <AnswerSign answer="accepted" /> : isFree ? <span className={styles.circle} /> : null}
        <span className="visually-hidden">
          {t(isChosen ? "findTime.roomFree" : isFree ? "findTime.roomAlsoFree" : "findTime.roomTaken")}
        </span>
      </span>
    </label>
  );
}
