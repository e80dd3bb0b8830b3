import type { SignUpEntryRecord, SignUpRecord } from "@snart/calendar/jmap/sign-up.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useCallback, useEffect, useState } from "react";
import { wordedCode, type ApiProblem, type Asked } from "../../api/problem.ts";
import {
  answerForOther,
  changeSignUpLink,
  fetchSignUp,
  remindSilent,
  tickSignUp,
} from "../../api/items/sign-up-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

export interface SignUpList {
  /** undefined: it is being fetched; null: there is none for this reader */
  readonly signUp: SignUpRecord | null | undefined;
  readonly problem: ApiProblem | undefined;
  readonly tick: (entry: SignUpEntryRecord, hasAttended: boolean) => void;
  /** takes somebody off the list */
  readonly remove: (entry: SignUpEntryRecord) => void;
  readonly setLink: (isOn: boolean) => void;
  readonly remind: (silent: number) => void;
}

/** The list of an event, fetched when the page opens; every change answers with how it stands then. */
export function useSignUpList(accountId: string, signUpId: string): SignUpList {
  const t = useMessages();
  const [signUp, setSignUp] = useState<SignUpRecord | null>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    () =>
      fetchSignUp({ accountId, signUpId }).then((given) => {
        setProblem(given.ok ? undefined : given.problem);
        if (given.ok) setSignUp(given.value?.list ? given.value : null);
      }),
    [accountId, signUpId],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const of = { accountId, signUpId };
  const run = async (work: Asked<SignUpRecord>, message: string, undo?: () => void): Promise<void> => {
    const done = await work;
    if (done.ok) {
      setSignUp(done.value);
      addToast({ message, ...(undo && { action: { label: t("toast.undo"), takesBack: true, run: undo } }) });
      return;
    }
    addToast({ message: t(problemKey(wordedCode(done.problem))), sticky: true });
    await load();
  };
  const named = (entry: SignUpEntryRecord) => ({ name: isolated(entry.name) });
  const tick = (entry: SignUpEntryRecord, hasAttended: boolean): void => {
    setSignUp((known) => known && withTick(known, entry, hasAttended));
    const message = t(hasAttended ? "signUp.list.ticked" : "signUp.list.unticked", named(entry));
    void run(tickSignUp(of, entry.calendarAddress, hasAttended), message, () => tick(entry, !hasAttended));
  };
  const answer = (entry: SignUpEntryRecord, isComing: boolean): void => {
    const message = t(isComing ? "signUp.list.back" : "signUp.list.removed", named(entry));
    void run(
      answerForOther(of, entry.calendarAddress, isComing),
      message,
      isComing ? undefined : () => answer(entry, true),
    );
  };
  const setLink = (isOn: boolean, isFormer = false): void => {
    const message = t(isOn ? "signUp.link.made" : "signUp.link.revoked");
    void run(changeSignUpLink(of, isOn, isFormer), message, isOn ? undefined : () => setLink(true, true));
  };
  return {
    signUp,
    problem,
    tick,
    remove: (entry) => answer(entry, false),
    setLink: (isOn) => setLink(isOn),
    remind: (count) => void run(remindSilent(of), t("signUp.reminded", { count })),
  };
}

/** What is ticked shows at once; the server's answer takes its place. */
const withTick = (
  signUp: SignUpRecord,
  { calendarAddress }: SignUpEntryRecord,
  hasAttended: boolean,
): SignUpRecord => ({
  ...signUp,
  list:
    signUp.list?.map((entry) =>
      entry.calendarAddress === calendarAddress ? { ...entry, hasAttended } : entry,
    ) ?? null,
});
