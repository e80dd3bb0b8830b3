import { MINUTE } from "@snart/calendar/time/instant.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type SyntheticEvent } from "react";
import { useLocation } from "wouter";
import { createPoll } from "../../api/items/poll-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { useFreeBusy } from "../event/model.ts";
import type { Guest } from "./ask-people.tsx";
import { NO_POLL, pollOf, type PollDraft } from "./poll-draft.ts";
import { PollBasics, PollTerms } from "./poll-fields.tsx";
import { AHEAD, askedOf } from "./poll-times.ts";
import { PollTimes } from "./poll-times-field.tsx";
import styles from "./polls.module.css";

/** A new poll: what, how long, who and when. Nothing is sent before the last button. */
export function NewPoll({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const zone = useViewerZone();
  const [, navigate] = useLocation();
  const [opened] = useState(useNow());
  const [draft, setDraft] = useState<PollDraft>(NO_POLL);
  const [problem, setProblem] = useState<ApiProblem | "empty">();
  useDocumentTitle(t("polls.new"));
  const asked = useAsked(accountId, draft.guests, opened);
  const set = (changes: Partial<PollDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (draft.title.trim() === "" || draft.options.length === 0) return setProblem("empty");
    const done = await createPoll(accountId, pollOf(draft, zone));
    if (done.ok) navigate(`/polls/${done.value}`, { replace: true });
    else setProblem(done.problem);
  };
  return (
    <PlainPage
      title={t("polls.new")}
      intro={t("polls.newIntro")}
      back={{ href: "/polls", label: t("polls.title") }}
    >
      <form noValidate onSubmit={(event) => void send(event)}>
        <PollBasics accountId={accountId} draft={draft} set={set} />
        <PollTimes
          asked={asked}
          options={draft.options}
          length={draft.minutes * MINUTE}
          now={opened}
          onChange={(options) => set({ options })}
        />
        <PollTerms draft={draft} set={set} now={opened} />
        {problem ? (
          <FieldError>
            {problem === "empty" ? t("polls.empty") : t(problemKey(wordedCode(problem)))}
          </FieldError>
        ) : null}
        <div className={styles.ways}>
          <Button type="submit" size={36} look="primary">
            {t("polls.send", { count: draft.guests.length })}
          </Button>
        </div>
      </form>
    </PlainPage>
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
