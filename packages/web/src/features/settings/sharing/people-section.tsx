import { X } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Level } from "@snart/calendar/access/rights.ts";
import {
  shareWith,
  type Party,
  type Shared,
  type SharedCalendar,
} from "../../../api/calendars/sharing-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { PersonField } from "../../../ui/people/person-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingSection } from "../parts/setting-page.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { findParty, partyChoice } from "../../../api/calendars/find-party.ts";
import { asLevel, levelOptions } from "./levels.ts";
import { LevelCards } from "./level-cards.tsx";
import type { SharingData } from "./use-sharing.ts";
import styles from "../parts/people.module.css";

interface PeopleSectionProps {
  readonly calendar: SharedCalendar;
  readonly parties: readonly Party[];
  readonly run: SharingData["run"];
}

/** The people with whom a calendar is shared, and the level of each; every change can be undone. */
export function PeopleSection({ calendar, parties, run }: PeopleSectionProps) {
  const t = useMessages();
  const [level, setLevel] = useState<Level>("read");
  const set = async (party: Party, to: Level | null, before: Level | null): Promise<boolean> => {
    const isDone = await run(() => shareWith(calendar, party.id, to));
    const back = (): void => void run(() => shareWith(calendar, party.id, before));
    const what = to === null ? "sharing.removed" : before === null ? "sharing.added" : "sharing.changed";
    if (isDone)
      addToast({
        message: t(what, { name: party.name, calendar: calendar.name }),
        action: { label: t("action.undo"), takesBack: true, run: back },
      });
    return isDone;
  };
  return (
    <>
      <SettingSection title={t("sharing.people")}>
        <AddForm
          parties={parties.filter(({ id }) => id !== calendar.accountId)}
          level={level}
          onLevel={setLevel}
          onAdd={(party) => {
            const before = calendar.shares.find((one) => one.party.id === party.id)?.level ?? null;
            return set(party, level, before);
          }}
        />
        {calendar.shares.length === 0 ? <p className={styles.quiet}>{t("sharing.nobody")}</p> : null}
        <ul>
          {calendar.shares.map((share) => (
            <ShareRow
              key={share.party.id}
              share={share}
              onChange={(to) => set(share.party, to, share.level)}
            />
          ))}
        </ul>
      </SettingSection>
      <SettingSection title={t("sharing.levels")}>
        <LevelCards chosen={level} colour={nearestCalendarColour(calendar.color, calendar.id)} />
        <p className={styles.quiet}>{t("sharing.privateNote")}</p>
      </SettingSection>
    </>
  );
}

interface AddFormProps {
  readonly parties: readonly Party[];
  readonly level: Level;
  readonly onLevel: (level: Level) => void;
  readonly onAdd: (party: Party) => Promise<boolean>;
}

function AddForm({ parties, level, onLevel, onAdd }: AddFormProps) {
  const t = useMessages();
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const party = findParty(parties, typed);
    setUnknown(party === undefined);
    if (party && (await onAdd(party))) setTyped("");
  };
  return (
    <form className={styles.add} onSubmit={(event) => void send(event)} noValidate>
      <PersonField
        label={t("sharing.find")}
        hideLabel
        placeholder={t("sharing.find")}
        choices={parties.map((party) => partyChoice(party, t("sharing.group")))}
        fieldSize={34}
        value={typed}
        error={isUnknown ? t("sharing.unknown") : undefined}
        onText={(text) => {
          setTyped(text);
          setUnknown(false);
        }}
      />
      <Select
        label={t("sharing.level")}
        hideLabel
        options={levelOptions(t)}
        value={level}
        onChange={(value) => onLevel(asLevel(value))}
      />
      <Button type="submit" look="primary" size={36}>
        {t("sharing.share")}
      </Button>
    </form>
  );
}

interface ShareRowProps {
  readonly share: Shared;
  readonly onChange: (level: Level | null) => Promise<boolean>;
}

function ShareRow({ share: { party, level }, onChange }: ShareRowProps) {
  const t = useMessages();
  return (
    <li className={styles.row}>
      <Faces of={[{ id: party.id, name: party.name }]} size={32} />
      <span className={styles.words}>
        <span className={styles.name}>{party.name}</span>
        <span className={styles.said}>{party.isGroup ? t("sharing.group") : party.email}</span>
      </span>
      <Select
        label={t("sharing.levelOf", { name: party.name })}
        hideLabel
        className={styles.level ?? ""}
        options={levelOptions(t)}
        value={level}
        onChange={(value) => void onChange(asLevel(value))}
      />
      <IconButton label={t("sharing.remove", { name: party.name })} onClick={() => void onChange(null)}>
        <X size={16} strokeWidth={1.7} aria-hidden />
      </IconButton>
    </li>
  );
}
