import { HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { LabelledMoment } from "../../grid/day-field/date-field.tsx";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { usePeople } from "../event/model.ts";
import { AskPeople } from "./ask-people.tsx";
import type { PollDraft } from "./poll-draft.ts";
import { RoomChoice } from "./room-choice.tsx";
import styles from "./polls.module.css";

/** When a poll ends that is given an end. */
const EVENING = 20 * HOUR;

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240];

/** One that was made elsewhere may have another length. */
const lengthsWith = (minutes: number): readonly number[] =>
  [...new Set([...LENGTHS, minutes])].toSorted((a, b) => a - b);

interface FieldsProps {
  readonly draft: PollDraft;
  readonly set: (changes: Partial<PollDraft>) => void;
}

interface BasicsProps extends FieldsProps {
  readonly accountId: string;
}

const DAY_MINUTES = 1_440;
const MOST_DAYS = 31;

/** What a poll asks, how long it takes, and who is asked. */
export function PollBasics({ accountId, draft, set }: BasicsProps) {
  const t = useMessages();
  const people = usePeople(accountId) ?? [];
  const others = people.filter(({ id, isRoom, isGroup }) => id !== accountId && !isRoom && !isGroup);
  return (
    <div className={styles.form}>
      <TextField
        label={t("polls.what")}
        value={draft.title}
        required
        maxLength={200}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <TextField
        label={t("polls.place")}
        value={draft.place}
        maxLength={200}
        onChange={(event) => set({ place: event.currentTarget.value })}
      />
      {draft.isAllDay ? (
        <TextField
          label={t("polls.howManyDays")}
          type="number"
          min={1}
          max={MOST_DAYS}
          value={`${draft.minutes / DAY_MINUTES}`}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            const days = Math.min(MOST_DAYS, Math.max(1, Math.round(valueAsNumber) || 1));
            set({ minutes: days * DAY_MINUTES });
          }}
        />
      ) : (
        <>
          <Select
            label={t("polls.length")}
            value={`${draft.minutes}`}
            options={lengthsWith(draft.minutes).map((minutes) => ({
              value: `${minutes}`,
              label: t("polls.minutes", { minutes }),
            }))}
            onChange={(value) => set({ minutes: Number(value) })}
          />
          <RoomChoice accountId={accountId} chosen={draft.roomId} onChoose={(roomId) => set({ roomId })} />
        </>
      )}
      <AskPeople people={others} guests={draft.guests} onChange={(guests) => set({ guests })} />
    </div>
  );
}

/** When it closes, and what voters see and may. */
export function PollTerms({ draft, set, now }: FieldsProps & { readonly now: number }) {
  const t = useMessages();
  const zone = useViewerZone();
  const today = startOfDay(zone.toLocal(now));
  const inAWeek = addDays(today, 7) + EVENING;
  return (
    <div className={styles.form}>
      <Checkbox
        checked={draft.closesAt !== null}
        onChange={(isOn) => set({ closesAt: isOn ? zone.toInstant(asLocal(inAWeek)) : null })}
      >
        {t("polls.wish.closes")}
      </Checkbox>
      {draft.closesAt === null ? null : (
        <LabelledMoment
          label={t("polls.closesAt")}
          value={zone.toLocal(draft.closesAt)}
          since={today}
          onChange={(local) => set({ closesAt: zone.toInstant(local) })}
        />
      )}
      {(["names", "votes", "suggestions", "holds"] as const).map((key) => (
        <Checkbox key={key} checked={draft[key]} onChange={(isOn) => set({ [key]: isOn })}>
          {t(`polls.wish.${key}`)}
        </Checkbox>
      ))}
      {draft.holds && draft.roomId !== null ? <p className={styles.quiet}>{t("polls.holdsRoom")}</p> : null}
      <p className={styles.quiet}>{t("polls.withoutMail")}</p>
    </div>
  );
}
