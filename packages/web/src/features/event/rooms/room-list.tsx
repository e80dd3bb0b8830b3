import {
  equipmentChoices,
  equipmentKey,
  hasEquipment,
  toggledEquipment,
} from "@snart/calendar/booking/equipment/equipment.ts";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { RoomOffer } from "./room-offers.ts";
import { RoomRow } from "./room-row.tsx";
import styles from "./rooms.module.css";

/** As many chips as are looked through at a glance. */
const MOST_CHIPS = 8;

interface RoomListProps {
  readonly id: string;
  readonly offers: readonly RoomOffer[];
  readonly chosen: RoomOffer | undefined;
  readonly hasRoom: boolean;
  readonly onChoose: (offer: RoomOffer | null) => void;
  /** the event to another time, and the room for it */
  readonly onMove: (offer: RoomOffer, time: { readonly start: number; readonly end: number }) => void;
}

/** The rooms of which one is chosen, of what they have only those with what is asked for; the chosen one stays in any case. */
export function RoomList({ id, offers, chosen, hasRoom, onChoose, onMove }: RoomListProps) {
  const t = useMessages();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const shown = offers.filter((offer) => offer === chosen || hasEquipment(offer.bookable, asked));
  return (
    <div id={id} className={styles.list}>
      <Chips offers={offers} asked={asked} onAsk={(word) => setAsked(toggledEquipment(asked, word))} />
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
    </div>
  );
}

interface ChipsProps {
  readonly offers: readonly RoomOffer[];
  readonly asked: readonly string[];
  readonly onAsk: (word: string) => void;
}

/** What rooms have, each a chip with how many of them do. */
function Chips({ offers, asked, onAsk }: ChipsProps) {
  const t = useMessages();
  const rooms = offers.map(({ bookable }) => bookable);
  const choices = equipmentChoices(rooms, MOST_CHIPS, asked);
  if (choices.length === 0) return null;
  const pressed = new Set(asked.map(equipmentKey));
  const having = rooms.filter((room) => hasEquipment(room, asked)).length;
  return (
    <fieldset aria-label={t("bookables.rooms.equipment")} className={styles.chips}>
      {choices.map(({ word, count }) => (
        <button
          key={equipmentKey(word)}
          type="button"
          aria-pressed={pressed.has(equipmentKey(word))}
          onClick={() => onAsk(word)}
        >
          {isolated(word)} <span aria-hidden>{count}</span>
          <span className="visually-hidden">{t("bookables.rooms.having", { count, words: 1 })}</span>
        </button>
      ))}
      <output>
        {asked.length > 0 ? t("bookables.rooms.having", { count: having, words: asked.length }) : null}
      </output>
    </fieldset>
  );
}
