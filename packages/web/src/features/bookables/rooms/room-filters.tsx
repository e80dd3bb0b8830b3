import {
  equipmentChoices,
  equipmentKey,
  hasEquipment,
  toggledEquipment,
} from "@snart/calendar/booking/equipment/equipment.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { placeChoices, seatChoices, type Room, type RoomFilter } from "./model.ts";
import styles from "./rooms.module.css";

interface RoomFiltersProps {
  readonly rooms: readonly Pick<Room, "bookable" | "slots">[];
  readonly filter: RoomFilter;
  /** how many are free now; undefined: the day is not today */
  readonly freeNow: number | undefined;
  readonly onChange: (filter: RoomFilter) => void;
}

/** Which rooms are asked for: free now, large enough, in a place, with what is needed. */
export function RoomFilters({ rooms, filter, freeNow, onChange }: RoomFiltersProps) {
  const t = useMessages();
  const [seats, places] = [seatChoices(rooms), placeChoices(rooms)];
  return (
    <div className={styles.filters}>
      {freeNow === undefined ? null : (
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={filter.isFreeNow}
          onClick={() => onChange({ ...filter, isFreeNow: !filter.isFreeNow })}
        >
          {t("bookables.rooms.freeNow", { count: freeNow })}
        </button>
      )}
      {seats.length > 0 ? (
        <Select
          hideLabel
          label={t("bookables.rooms.seats")}
          value={String(filter.seats)}
          options={[0, ...seats].map((count) => ({
            value: String(count),
            label: t("bookables.rooms.atLeast", { count }),
          }))}
          onChange={(value) => onChange({ ...filter, seats: Number(value) })}
        />
      ) : null}
      {places.length > 0 ? (
        <Select
          hideLabel
          label={t("bookables.rooms.place")}
          value={filter.place}
          options={["", ...places].map((value) => ({ value, label: value || t("bookables.rooms.anyPlace") }))}
          onChange={(place) => onChange({ ...filter, place })}
        />
      ) : null}
      <EquipmentChips rooms={rooms} filter={filter} onChange={onChange} />
    </div>
  );
}

/** As many chips as are looked through at a glance. */
const MOST_CHIPS = 12;

/** What rooms have, each a chip with how many of them do. */
function EquipmentChips({ rooms, filter, onChange }: Omit<RoomFiltersProps, "freeNow">) {
  const t = useMessages();
  const { equipment } = filter;
  const things = rooms.map(({ bookable }) => bookable);
  const choices = equipmentChoices(things, MOST_CHIPS, equipment);
  if (choices.length === 0) return null;
  const asked = new Set(equipment.map(equipmentKey));
  const having = things.filter((thing) => hasEquipment(thing, equipment)).length;
  return (
    <>
      <fieldset aria-label={t("bookables.rooms.equipment")} className={styles.chips}>
        {choices.map(({ word, count }) => (
          <button
            key={equipmentKey(word)}
            type="button"
            className={styles.toggle}
            aria-pressed={asked.has(equipmentKey(word))}
            onClick={() => onChange({ ...filter, equipment: toggledEquipment(equipment, word) })}
          >
            {isolated(word)}{" "}
            <span className={styles.count} aria-hidden>
              {count}
            </span>
            <span className="visually-hidden">{t("bookables.rooms.having", { count, words: 1 })}</span>
          </button>
        ))}
      </fieldset>
      <output className={styles.having}>
        {equipment.length > 0
          ? t("bookables.rooms.having", { count: having, words: equipment.length })
          : null}
      </output>
    </>
  );
}
