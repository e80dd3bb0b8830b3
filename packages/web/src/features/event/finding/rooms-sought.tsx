import { ChevronDown, DoorOpen } from "lucide-react";
import { useId, useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import type { RoomOffer } from "../rooms/room-offers.ts";
import { useRoomFacts } from "../rooms/use-room-facts.ts";
import { MOST_ROOMS, type SoughtRooms } from "./use-sought-rooms.ts";
import styles from "./rooms-sought.module.css";

/** Which rooms will do: none, a given one, or any of several. Where nothing can be booked there is no such line. */
export function RoomsSought({ offers, ids, seek }: SoughtRooms) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (offers.length === 0) return null;
  const fitting = offers.filter(({ isLargeEnough }) => isLargeEnough).slice(0, MOST_ROOMS);
  const sought = offers.filter(({ bookable }) => ids.includes(bookable.id));
  const [first] = sought;
  const isAny = fitting.length > 0 && fitting.every(({ bookable }) => ids.includes(bookable.id));
  const words =
    sought.length > 1
      ? t("findTime.anyRoomOf", { count: sought.length })
      : first
        ? isolated(first.bookable.name)
        : t("editor.roomNone");
  return (
    <div className={styles.rooms}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <DoorOpen size={15} strokeWidth={1.6} aria-hidden />
        <span>{words}</span>
        <ChevronDown size={15} strokeWidth={1.7} aria-hidden />
      </button>
      {isOpen ? (
        <fieldset id={listId} className={styles.list}>
          <legend className="visually-hidden">{t("findTime.roomsSought")}</legend>
          {fitting.length > 1 ? (
            <Checkbox
              className={styles.row ?? ""}
              checked={isAny}
              isMixed={!isAny && sought.length > 0}
              onChange={(all) => seek(all ? fitting.map(({ bookable }) => bookable.id) : [])}
            >
              {t("findTime.anyRoom")}
            </Checkbox>
          ) : null}
          {offers.map((offer) => (
            <RoomBox
              key={offer.bookable.id}
              offer={offer}
              isSought={ids.includes(offer.bookable.id)}
              isFull={ids.length >= MOST_ROOMS}
              onSeek={(isSought) =>
                seek(isSought ? [...ids, offer.bookable.id] : ids.filter((id) => id !== offer.bookable.id))
              }
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

interface RoomBoxProps {
  readonly offer: RoomOffer;
  readonly isSought: boolean;
  /** as many are sought as can be asked */
  readonly isFull: boolean;
  readonly onSeek: (isSought: boolean) => void;
}

function RoomBox({ offer: { bookable, isLargeEnough }, isSought, isFull, onSeek }: RoomBoxProps) {
  const t = useMessages();
  const facts = useRoomFacts();
  return (
    <Checkbox
      className={styles.row ?? ""}
      checked={isSought}
      disabled={!isSought && (!isLargeEnough || isFull)}
      onChange={onSeek}
    >
      {isolated(bookable.name)}
      <small>{isLargeEnough ? facts(bookable) : t("editor.roomTooSmall")}</small>
    </Checkbox>
  );
}
