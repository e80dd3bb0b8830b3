import { MINUTE } from "@snart/calendar/time/instant.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type SyntheticEvent } from "react";
import { hasAddress } from "../../api/calendars/people-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { useFreeBusy, usePeople } from "../event/model.ts";
import type { Guest } from "./ask-people.tsx";
import type { PollDraft } from "./poll-draft.ts";
import { PollBasics, PollTerms } from "./poll-fields.tsx";
import { AHEAD, askedOf } from "./poll-times.ts";
import { PollDays } from "./poll-days.tsx";
import { PollKind } from "./poll-kind.tsx";
import { PollTimes } from "./poll-times-field.tsx";
import styles from "./polls.module.css";

interface PollFormProps {
  readonly accountId: string;
  readonly first: PollDraft;
  /** what else a new poll can be: of days, and of a group; absent: it is there, and is neither changed */
  readonly isNew?: boolean;
  /** hears of every change */
  readonly onChange?: (draft: PollDraft) => void;
  /** what the last button says */
  readonly label: (draft: PollDraft) => string;
  /** @returns why it could not be sent; undefined: it was */
  readonly send: (draft: PollDraft) => Promise<ApiProblem | undefined>;
}

/** What a poll asks, how long, whom and when. Nothing is sent before the last button. */
export function PollForm({ accountId, first, isNew = false, onChange, label, send }: PollFormProps) {
  const t = useMessages();
  const [opened] = useState(useNow());
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<ApiProblem | "empty">();
  const asked = useAsked(accountId, draft.guests, opened);
  const set = (changes: Partial<PollDraft>): void => {
    const after = { ...draft, ...changes };
    setDraft(after);
    onChange?.(after);
  };
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (draft.title.trim() === "" || draft.options.length === 0) return setProblem("empty");
    setProblem(await send(draft));
  };
  return (
    <form
      className={draft.isAllDay ? undefined : styles.weekBeside}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {isNew ? <PollKind accountId={accountId} draft={draft} set={set} /> : null}
      <PollBasics accountId={accountId} draft={draft} set={set} />
      {draft.isAllDay ? (
        <PollDays options={draft.options} now={opened} onChange={(options) => set({ options })} />
      ) : (
        <PollTimes
          asked={asked}
          options={draft.options}
          length={draft.minutes * MINUTE}
          now={opened}
          onChange={(options) => set({ options })}
        />
      )}
      <PollTerms draft={draft} set={set} now={opened} />
      {problem ? (
        <FieldError>{problem === "empty" ? t("polls.empty") : t(problemKey(wordedCode(problem)))}</FieldError>
      ) : null}
      <div className={styles.ways}>
        <Button type="submit" size={36} look="primary">
          {label(draft)}
        </Button>
      </div>
    </form>
  );
}

/** Who is asked, with when they are busy: oneself first. */
function useAsked(accountId: string, guests: readonly Guest[], now: number) {
  const zone = useViewerZone();
  const t = useMessages();
  const people = usePeople(accountId) ?? [];
  // One who comes from an event is named by the address alone.
  const idOf = ({ principalId, mail = "" }: Guest): string | undefined =>
    principalId ?? people.find((person) => hasAddress(person, mail))?.id;
  const ids = [accountId, ...guests.flatMap((guest) => idOf(guest) ?? [])];
  const { known } = useFreeBusy({ accountId, ids, from: now, to: now + AHEAD, exceptUid: null });
  const self = { id: accountId, name: t("polls.you") };
  const others = guests.map((guest) => ({ id: idOf(guest) ?? guest.mail ?? "", name: guest.name }));
  return askedOf([self, ...others], known, zone);
}
