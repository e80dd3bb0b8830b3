import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import styles from "../booking-sheet.module.css";

interface WhoBooksProps {
  readonly households: readonly GroupRecord[];
  readonly partyId: string | null;
  readonly onChange: (partyId: string) => void;
}

/** More of them are a list, not segments. */
const MOST_SEGMENTS = 3;

/** The household that books: said where there is one, and asked for where there are more. */
export function WhoBooks({ households, partyId, onChange }: WhoBooksProps) {
  const t = useMessages();
  const [only, second] = households;
  if (!only || partyId === null) return null;
  if (!second) return <p className={styles.line}>{t("bookables.booksFor", { name: isolated(only.name) })}</p>;
  const options = households.map(({ id, name }) => ({ value: id, label: isolated(name) }));
  const label = t("bookables.forWhom");
  if (options.length > MOST_SEGMENTS)
    return <Select label={label} options={options} value={partyId} onChange={onChange} />;
  return (
    <div className={styles.who}>
      <span aria-hidden>{label}</span>
      <SegmentedControl label={label} size={34} segments={options} value={partyId} onChange={onChange} />
    </div>
  );
}
