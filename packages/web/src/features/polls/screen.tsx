import { useEffect, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { joinPoll } from "../../api/items/poll-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { EditPoll } from "./edit-poll.tsx";
import { NewPoll } from "./new-poll.tsx";
import { PollList } from "./poll-list.tsx";
import { PollPage } from "./poll-page.tsx";

/** Date polls: their list, a new one, one with its votes, its changes, and the way in by somebody's link. */
export function PollsScreen({ accountId }: { readonly accountId: string }) {
  return (
    <Switch>
      <Route path="/polls/new">
        <NewPoll accountId={accountId} />
      </Route>
      <Route path="/polls/join/:token">
        {({ token }) => <JoinPoll accountId={accountId} token={token} />}
      </Route>
      <Route path="/polls/:id/edit">{({ id }) => <EditPoll key={id} accountId={accountId} id={id} />}</Route>
      <Route path="/polls/:id">{({ id }) => <PollPage key={id} accountId={accountId} id={id} />}</Route>
      <Route>
        <PollList accountId={accountId} />
      </Route>
    </Switch>
  );
}

/** Takes part in the poll of a link, and goes there. */
function JoinPoll({ accountId, token }: { readonly accountId: string; readonly token: string }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    const soon = setTimeout(async () => {
      const done = await joinPoll(accountId, token);
      if (done.ok) navigate(`/polls/${done.value}`, { replace: true });
      else setProblem(done.problem);
    });
    return () => clearTimeout(soon);
  }, [accountId, token, navigate]);
  return (
    <PlainPage title={t("polls.title")} intro="" back={{ href: "/polls", label: t("polls.title") }}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : <p>{t("polls.loading")}</p>}
    </PlainPage>
  );
}
