import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import type { Parties } from "./parties.ts";
import styles from "../booking-sheet.module.css";

interface WhoBooksProps {
  readonly parties: Parties;
  /** null: the reader */
  readonly partyId: string | null;
  readonly onChange: (partyId: string | null) => void;
}

/** More of them are a list, not segments. */
const MOST_SEGMENTS = 3;
const ONESELF = "";

/** The household that books: said where there is one, and asked for where there are more; managers book for any. */
export function WhoBooks({ parties: { households, others }, partyId, onChange }: WhoBooksProps) {
  const t = useMessages();
  const [only, second] = households;
  const label = t("bookables.forWhom");
  if (others.length > 0) {
    const own = only ? [] : [{ value: ONESELF, label: t("bookables.myself") }];
    const all = [...households, ...others].map(({ id, name }) => ({ value: id, label: isolated(name) }));
    return (
      <Select
        label={label}
        className={styles.parties ?? ""}
        options={[...own, ...all]}
        value={partyId ?? ONESELF}
        onChange={(id) => onChange(id === ONESELF ? null : id)}
      />
    );
  }
  if (!only || partyId === null) return null;
  if (!second) return <p className={styles.line}>{t("bookables.booksFor", { name: isolated(only.name) })}</p>;
  const options = households.map(({ id, name }) => ({ value: id, label: isolated(name) }));
  if (options.length > MOST_SEGMENTS)
    return <Select label={label} options={options} value={partyId} onChange={onChange} />;
  return (
    <div className={styles.who}>
      <span aria-hidden>{label}</span>
      <SegmentedControl label={label} size={34} segments={options} value={partyId} onChange={onChange} />
    </div>
  );
}
