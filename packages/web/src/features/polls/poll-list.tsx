import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { Link, useLocation } from "wouter";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { usePolls } from "./use-polls.ts";
import styles from "./polls.module.css";

/** One's own polls and those in which one is asked. */
export function PollList({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const { polls, problem } = usePolls(accountId);
  useDocumentTitle(t("polls.title"));
  return (
    <PlainPage
      title={t("polls.title")}
      intro={t("polls.intro")}
      back={{ href: "/", label: t("settings.back") }}
      actions={
        <Button size={36} look="primary" onClick={() => navigate("/polls/new")}>
          {t("polls.new")}
        </Button>
      }
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {polls === undefined && !problem ? <p className={styles.quiet}>{t("polls.loading")}</p> : null}
      {polls?.length === 0 ? <p className={styles.quiet}>{t("polls.none")}</p> : null}
      <ul className={styles.list}>
        {polls?.map((poll) => (
          <PollRow key={poll.id} poll={poll} />
        ))}
      </ul>
    </PlainPage>
  );
}

function PollRow({ poll }: { readonly poll: PollRecord }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear, time } = useFormats(poll.isAllDay ? "UTC" : zone.id);
  const chosen = poll.options.find(({ id }) => id === poll.chosenId);
  const start = chosen && Date.parse(chosen.start);
  const { answered } = poll;
  return (
    <li className={styles.poll}>
      <Link href={`/polls/${poll.id}`} className={styles.name}>
        {isolated(poll.title)}
      </Link>
      <span className={styles.quiet}>
        {poll.isOrganizer ? null : `${t("polls.asks", { name: isolated(poll.ownerName) })} · `}
        {start === undefined ? (
          <>
            {t("polls.state", { state: poll.state })}
            {answered ? ` · ${t("polls.answered", answered)}` : null}
          </>
        ) : (
          <>
            {t("polls.decided", {
              when: poll.isAllDay ? dayAndYear(start) : `${dayAndYear(start)}, ${time(start)}`,
            })}{" "}
            <HowSoon target={{ kind: "instant", at: start }} />
          </>
        )}
        {poll.state === "open" && poll.closesAt !== null ? (
          <>
            {" · "}
            {t("polls.closes")} <HowSoon target={{ kind: "instant", at: Date.parse(poll.closesAt) }} />
          </>
        ) : null}
      </span>
    </li>
  );
}
