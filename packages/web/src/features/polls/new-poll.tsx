import { useLocation } from "wouter";
import { createPoll } from "../../api/items/poll-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { NO_POLL, pollOf, type PollDraft } from "./poll-draft.ts";
import { PollForm } from "./poll-form.tsx";

/** A new poll. */
export function NewPoll({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const zone = useViewerZone();
  const [, navigate] = useLocation();
  useDocumentTitle(t("polls.new"));
  const send = async (draft: PollDraft): Promise<ApiProblem | undefined> => {
    const done = await createPoll(accountId, pollOf(draft, zone));
    if (!done.ok) return done.problem;
    navigate(`/polls/${done.value}`, { replace: true });
    return undefined;
  };
  return (
    <PlainPage
      title={t("polls.new")}
      intro={t("polls.newIntro")}
      back={{ href: "/polls", label: t("polls.title") }}
    >
      <PollForm
        accountId={accountId}
        first={NO_POLL}
        label={({ guests }) => t("polls.send", { count: guests.length })}
        send={send}
      />
    </PlainPage>
  );
}
