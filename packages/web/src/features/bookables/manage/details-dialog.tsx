import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { changeBookable, type BookableChange } from "../../../api/items/booking-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { ManageDialogProps } from "./dialog-props.ts";
import styles from "./manage.module.css";

/** What a thing is called, where it is, and what there is to know about it. */
export function DetailsDialog({ accountId, bookable, onChanged, onClose }: ManageDialogProps) {
  const t = useMessages();
  const [name, setName] = useState(bookable.name);
  const [place, setPlace] = useState(bookable.place);
  const [description, setDescription] = useState(bookable.description);
  const [labels, setLabels] = useState(bookable.labels.join(", "));
  const [capacity, setCapacity] = useState(bookable.capacity);
  const change = async (to: BookableChange): Promise<string | undefined> => {
    const done = await changeBookable(accountId, bookable.id, to);
    await onChanged();
    return done.ok ? undefined : t(problemKey(wordedCode(done.problem)));
  };
  const before: BookableChange = {
    name: bookable.name,
    place: bookable.place,
    description: bookable.description,
    labels: bookable.labels,
    capacity: bookable.capacity,
  };
  const save = async (): Promise<string | undefined> => {
    if (name.trim() === "") return t("bookables.setup.nameEmpty");
    const trouble = await change({ name, place, description, capacity, labels: listOf(labels) });
    if (trouble !== undefined) return trouble;
    addToast({
      message: t("manage.changed", { name: isolated(name.trim()) }),
      action: { label: t("toast.undo"), takesBack: true, run: () => void change(before) },
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
      <TextField
        label={t("manage.name")}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t("manage.place")}
        maxLength={100}
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <TextField
        label={t("manage.description")}
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <TextField
        label={t("manage.capacity")}
        type="number"
        min={1}
        max={100_000}
        value={capacity ?? ""}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          setCapacity(Number.isNaN(valueAsNumber) ? null : valueAsNumber)
        }
      />
      <TextField
        label={t("manage.labels")}
        hint={t("manage.labelsHelp")}
        maxLength={1000}
        value={labels}
        onChange={(event) => setLabels(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

/** The labels in a line, parted by commas. */
const listOf = (line: string): readonly string[] => [
  ...new Set(
    line
      .split(",")
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  ),
];
