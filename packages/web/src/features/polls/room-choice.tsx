import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Select } from "../../ui/fields/select.tsx";
import { useBookableRooms } from "../event/model.ts";

interface RoomChoiceProps {
  readonly accountId: string;
  /** null: none */
  readonly chosen: string | null;
  readonly onChoose: (roomId: string | null) => void;
}

/** The room that is booked with the decision; nothing where there is none that is booked by the hour. */
export function RoomChoice({ accountId, chosen, onChoose }: RoomChoiceProps) {
  const t = useMessages();
  const rooms = useBookableRooms(accountId).filter(
    ({ id, rules }) => rules?.mode === "free" || id === chosen,
  );
  if (rooms.length === 0) return null;
  return (
    <Select
      label={t("polls.room")}
      value={chosen ?? ""}
      options={[
        { value: "", label: t("polls.noRoom") },
        ...rooms.map(({ id, name }) => ({ value: id, label: isolated(name) })),
      ]}
      onChange={(id) => onChoose(id === "" ? null : id)}
    />
  );
}
