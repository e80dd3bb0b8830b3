import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { EquipmentMenu } from "./equipment-menu.tsx";
import { placeChoices, seatChoices, type Room, type RoomFilter } from "./model.ts";
import styles from "./rooms.module.css";

interface RoomFiltersProps {
  readonly rooms: readonly Pick<Room, "bookable" | "slots">[];
  readonly filter: RoomFilter;
  /** how many are free now; undefined: the day is not today */
  readonly freeNow: number | undefined;
  /** how many the filter leaves */
  readonly left: number;
  /** what whoever has all of them is called; undefined: several have, or the reader does not know them */
  readonly owner: string | undefined;
  readonly onChange: (filter: RoomFilter) => void;
}

/** Which rooms are asked for: free now, large enough, in a place, with what is needed; and how many are left. */
export function RoomFilters({ rooms, filter, freeNow, left, owner, onChange }: RoomFiltersProps) {
  const t = useMessages();
  const [seats, places] = [seatChoices(rooms), placeChoices(rooms)];
  return (
    <div className={styles.bar}>
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
            options={["", ...places].map((value) => ({
              value,
              label: value || t("bookables.rooms.anyPlace"),
            }))}
            onChange={(place) => onChange({ ...filter, place })}
          />
        ) : null}
        <EquipmentMenu
          things={rooms.map(({ bookable }) => bookable)}
          asked={filter.equipment}
          onAsk={(equipment) => onChange({ ...filter, equipment })}
        />
      </div>
      <output className={styles.count}>
        {owner === undefined ? null : <>{isolated(owner)}, </>}
        {t("bookables.rooms.count", {
          kind: rooms.every(({ bookable }) => bookable.type === "ROOM") ? "rooms" : "things",
          part: left === rooms.length ? "all" : "some",
          left,
          count: rooms.length,
        })}
      </output>
    </div>
  );
}
