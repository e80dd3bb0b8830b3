import { MINUTE } from "@snart/calendar/time/instant.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type SyntheticEvent } from "react";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { useFreeBusy } from "../event/model.ts";
import type { Guest } from "./ask-people.tsx";
import type { PollDraft } from "./poll-draft.ts";
import { PollBasics, PollTerms } from "./poll-fields.tsx";
import { AHEAD, askedOf } from "./poll-times.ts";
import { PollTimes } from "./poll-times-field.tsx";
import styles from "./polls.module.css";

interface PollFormProps {
  readonly accountId: string;
  readonly first: PollDraft;
  /** Its times are days, which this form does not change. */
  readonly isAllDay?: boolean;
  /** what the last button says */
  readonly label: (draft: PollDraft) => string;
  /** @returns why it could not be sent; undefined: it was */
  readonly send: (draft: PollDraft) => Promise<ApiProblem | undefined>;
}

/** What a poll asks, how long, whom and when. Nothing is sent before the last button. */
export function PollForm({ accountId, first, isAllDay = false, label, send }: PollFormProps) {
  const t = useMessages();
  const [opened] = useState(useNow());
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<ApiProblem | "empty">();
  const asked = useAsked(accountId, draft.guests, opened);
  const set = (changes: Partial<PollDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (draft.title.trim() === "" || draft.options.length === 0) return setProblem("empty");
    setProblem(await send(draft));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <PollBasics accountId={accountId} draft={draft} set={set} hasLength={!isAllDay} />
      {isAllDay ? null : (
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
  const here = guests.flatMap(({ principalId }) => principalId ?? []);
  const ids = [accountId, ...here];
  const { known } = useFreeBusy({ accountId, ids, from: now, to: now + AHEAD, exceptUid: null });
  const self = { id: accountId, name: t("polls.you") };
  const others = guests.map(({ principalId, mail = "", name }) => ({ id: principalId ?? mail, name }));
  return askedOf([self, ...others], known, zone);
}
