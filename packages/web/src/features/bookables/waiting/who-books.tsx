import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import styles from "../booking-sheet.module.css";

interface WhoBooksProps {
  readonly households: readonly GroupRecord[];
  readonly partyId: string | null;
  readonly onChange: (partyId: string | null) => void;
}

const MYSELF = "";
/** More of them are a list, not segments. */
const MOST_SEGMENTS = 3;

/** For whom: a household that one is in, or oneself; asked only where there is a choice. */
export function WhoBooks({ households, partyId, onChange }: WhoBooksProps) {
  const t = useMessages();
  if (households.length === 0) return null;
  const options = [
    ...households.map(({ id, name }) => ({ value: id, label: isolated(name) })),
    { value: MYSELF, label: t("bookables.me") },
  ];
  const label = t("bookables.forWhom");
  const choose = (value: string): void => onChange(value === MYSELF ? null : value);
  if (options.length > MOST_SEGMENTS)
    return <Select label={label} options={options} value={partyId ?? MYSELF} onChange={choose} />;
  return (
    <div className={styles.who}>
      <span aria-hidden>{label}</span>
      <SegmentedControl
        label={label}
        size={34}
        segments={options}
        value={partyId ?? MYSELF}
        onChange={choose}
      />
    </div>
  );
}
