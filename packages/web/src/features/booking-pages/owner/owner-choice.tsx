import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import type { PageOwner } from "./use-page-owners.ts";
import styles from "../screen.module.css";

interface OwnerChoiceProps {
  readonly owners: readonly PageOwner[];
  readonly chosen: string;
  readonly onChange: (id: string) => void;
}

/** Whose pages are shown; nothing for somebody who has only their own. */
export function OwnerChoice({ owners, chosen, onChange }: OwnerChoiceProps) {
  const t = useMessages();
  if (owners.length < 2) return null;
  return (
    <Select
      className={styles.owner ?? ""}
      label={t("bookingPages.whose")}
      options={owners.map(({ id, name, kind }) => ({
        value: id,
        label: kind === "self" ? t("bookingPages.whoseOwn") : isolated(name),
      }))}
      value={chosen}
      onChange={onChange}
    />
  );
}
