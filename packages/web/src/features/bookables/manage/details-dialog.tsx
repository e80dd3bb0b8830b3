import { isTooMuchEquipment } from "@snart/calendar/booking/equipment/equipment.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type ChangeEvent } from "react";
import { changeBookable, type BookableChange } from "../../../api/items/booking-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { ManageDialogProps } from "./dialog-props.ts";
import { EquipmentField, wordsIn } from "./equipment-field.tsx";
import styles from "./manage.module.css";

/** What a thing is called, where it is, and what there is to know about it. */
export function DetailsDialog({ accountId, bookable, onChanged, onClose }: ManageDialogProps) {
  const t = useMessages();
  const isAdmin = useAccount()?.isAdmin === true;
  const [draft, setDraft] = useState(() => draftOf(bookable));
  const { capacity } = draft;
  const write = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));
  const line = (field: "name" | "email" | "place" | "description" | "labels") => ({
    value: draft[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => write({ [field]: event.currentTarget.value }),
  });
  const change = async (to: BookableChange): Promise<string | undefined> => {
    const done = await changeBookable(accountId, bookable.id, to);
    await onChanged();
    return done.ok ? undefined : t(problemKey(wordedCode(done.problem)));
  };
  const save = async (): Promise<string | undefined> => {
    const name = draft.name.trim();
    if (name === "") return t("bookables.setup.nameEmpty");
    const [equipment, labels] = [wordsIn(draft.equipment), listOf(draft.labels)];
    if (isTooMuchEquipment(equipment)) return t("manage.equipmentTooMuch", MOST);
    const { email, ...others } = draft;
    // Only administrators may change the address: from others it is not even sent.
    const addressed = isAdmin ? { email: email.trim() || null } : {};
    const trouble = await change({ ...others, ...addressed, equipment, labels });
    if (trouble !== undefined) return trouble;
    const former = { ...detailsOf(bookable), ...(isAdmin && { email: bookable.email }) };
    addToast({
      message: t("manage.changed", { name: isolated(name) }),
      action: { label: t("toast.undo"), takesBack: true, run: () => void change(former) },
    });
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("manage.detailsTitle")}
      confirm={t("manage.save")}
      className={styles.form}
      onConfirm={save}
      onClose={onClose}
    >
      <TextField label={t("manage.name")} maxLength={100} {...line("name")} />
      {isAdmin ? (
        <TextField
          label={t("manage.email")}
          hint={t("manage.emailHelp")}
          type="email"
          autoComplete="off"
          maxLength={254}
          {...line("email")}
        />
      ) : null}
      <TextField label={t("manage.place")} maxLength={100} {...line("place")} />
      <TextField label={t("manage.description")} maxLength={2000} {...line("description")} />
      <TextField
        label={t("manage.capacity")}
        type="number"
        min={1}
        max={100_000}
        value={capacity ?? ""}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          write({ capacity: Number.isNaN(valueAsNumber) ? null : valueAsNumber })
        }
      />
      <EquipmentField
        accountId={accountId}
        bookableId={bookable.id}
        value={draft.equipment}
        onChange={(equipment) => write({ equipment })}
      />
      <TextField
        label={t("manage.labels")}
        hint={t("manage.labelsHelp")}
        maxLength={1000}
        {...line("labels")}
      />
    </ConfirmDialog>
  );
}

const detailsOf = ({ name, place, description, capacity, equipment, labels }: BookableRecord) => ({
  name,
  place,
  description,
  capacity,
  equipment,
  labels,
});

/** The same as it is written: a list is a line with commas. */
const draftOf = (bookable: BookableRecord) => ({
  ...detailsOf(bookable),
  email: bookable.email ?? "",
  equipment: bookable.equipment.join(", "),
  labels: bookable.labels.join(", "),
});

const MOST = { most: BOOKING_LIMITS.equipment, longest: BOOKING_LIMITS.equipmentLength };

/** The labels in a line, parted by commas. */
const listOf = (line: string): readonly string[] => [
  ...new Set(
    line
      .split(",")
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  ),
];
