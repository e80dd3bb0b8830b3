import { hasEquipment } from "@snart/calendar/booking/equipment/equipment.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { EquipmentChips } from "./equipment-chips.tsx";
import { offersInOrder, type RoomOffer } from "./room-offers.ts";
import { RoomRow } from "./room-row.tsx";
import styles from "./rooms.module.css";

interface RoomListProps {
  readonly id: string;
  readonly offers: readonly RoomOffer[];
  readonly chosen: RoomOffer | undefined;
  readonly hasRoom: boolean;
  /** whether the rooms have yet to say whether they are free at the time that the event has now */
  readonly isAsking: boolean;
  readonly onChoose: (offer: RoomOffer | null) => void;
  /** the event to another time, and the room for it */
  readonly onMove: (offer: RoomOffer, time: { readonly start: number; readonly end: number }) => void;
}

/**
 * The rooms of which one is chosen, of what they have only those with what is asked for; the chosen one stays in any case. They stand in
 * the order of their first answer until the list is closed: a row that moved away below a finger would be another room. Before that answer
 * there are no rows.
 */
export function RoomList({ id, offers, chosen, hasRoom, isAsking, onChoose, onMove }: RoomListProps) {
  const t = useMessages();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<readonly string[]>();
  if (order === undefined && !isAsking) setOrder(offers.map(({ bookable }) => bookable.id));
  const shown = offersInOrder(offers, order ?? []).filter(
    (offer) => offer === chosen || hasEquipment(offer.bookable, asked),
  );
  return (
    <div id={id} className={styles.list}>
      <div className={styles.chips}>
        <EquipmentChips things={offers.map(({ bookable }) => bookable)} asked={asked} onAsk={setAsked} />
      </div>
      {order ? (
        <div role="radiogroup" aria-label={t("editor.room")} className={styles.radios}>
          {shown.map((offer) => (
            <RoomRow
              key={offer.bookable.id}
              offer={offer}
              isChosen={offer === chosen}
              onMove={(time) => onMove(offer, time)}
              onChoose={() => onChoose(offer)}
            />
          ))}
          <label className={styles.row}>
            <input type="radio" name="room" checked={!hasRoom} onChange={() => onChoose(null)} />
            <span className={styles.name}>{t("editor.roomNone")}</span>
          </label>
        </div>
      ) : (
        <output className={styles.asking}>{t("editor.roomAsked")}</output>
      )}
    </div>
  );
}
