import type { HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { PinLine } from "./pin-line.tsx";
import styles from "./households.module.css";

interface HouseholdTableProps {
  readonly households: readonly HouseholdRecord[];
  readonly onChoose: (id: string) => void;
}

export function HouseholdTable({ households, onChoose }: HouseholdTableProps) {
  const t = useMessages();
  if (households.length === 0) return null;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("households.household")}</th>
            <th scope="col">{t("households.people")}</th>
            <th scope="col">{t("households.tags")}</th>
            <th scope="col">{t("households.doorPin")}</th>
            <th scope="col">{t("households.last")}</th>
          </tr>
        </thead>
        <tbody>
          {households.map((household) => (
            <Row key={household.id} household={household} onChoose={() => onChoose(household.id)} />
          ))}
        </tbody>
      </table>
      <p className={styles.quiet}>{t("households.tagsHelp")}</p>
    </>
  );
}

function Row({
  household,
  onChoose,
}: {
  readonly household: HouseholdRecord;
  readonly onChoose: () => void;
}) {
  const t = useMessages();
  const { label, name, people, tags, letter, lastBookedAt } = household;
  const names = Object.values(people).map((person) => isolated(person.name));
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.open} onClick={onChoose}>
          <b>{isolated(label)}</b> {isolated(name)}
        </button>
      </th>
      <td data-quiet={names.length === 0 || undefined}>{names.join(", ") || t("households.nobody")}</td>
      <td data-none={Object.keys(tags).length === 0 || undefined}>
        {t("households.tagCount", { count: Object.keys(tags).length })}
      </td>
      <td data-none={household.pin === null || undefined}>
        <PinLine household={household} />
      </td>
      <td data-none={(lastBookedAt === null && letter === null) || undefined}>
        {lastBookedAt !== null ? (
          <>
            <span className={styles.label}>{t("households.last")} </span>
            <HowLongAgo at={Date.parse(lastBookedAt)} />
          </>
        ) : letter ? (
          <Sentence
            of="households.letterMade"
            args={{ distance: <HowLongAgo at={Date.parse(letter.madeAt)} /> }}
          />
        ) : (
          "–"
        )}
      </td>
    </tr>
  );
}
