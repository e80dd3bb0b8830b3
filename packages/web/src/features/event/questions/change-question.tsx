import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import type { Asking, Decision, Inviting, ToTell } from "../actions/actions-state.ts";
import { guestsToTell } from "../actions/guests-to-tell.ts";
import { SeriesQuestion } from "./series-question.tsx";
import { Unreached, UnreachedNames, useUnreached } from "./unreached.tsx";
import styles from "./change-question.module.css";

export interface ChangeQuestionProps {
  readonly asking: Asking | Inviting;
  /** null: cancelled */
  readonly onAnswer: (decision: Decision | null) => void;
}

/** Asks before a change which events of a series it applies to, and whether to notify others. */
export function ChangeQuestion({ asking, onAnswer }: ChangeQuestionProps) {
  if (asking.kind === "invite") return <InviteQuestion asking={asking} onAnswer={onAnswer} />;
  return <EventQuestion asking={asking} onAnswer={onAnswer} />;
}

/** Asks whether to notify the guests of a new event now. */
function InviteQuestion({
  asking: { title, count, guests },
  onAnswer,
}: ChangeQuestionProps & { readonly asking: Inviting }) {
  const t = useMessages();
  const named = isolated(title.trim()) || t("event.untitled");
  const unreached = useUnreached(guests);
  const reached = count - unreached.length;
  const answer = (tells: boolean): void => onAnswer({ scope: "all", tells });
  return (
    <Dialog title={t("question.inviteTitle")} isOpen role="alertdialog" onClose={() => onAnswer(null)}>
      <p className={styles.lead}>{t("question.inviteLead", { title: named, count })}</p>
      <UnreachedNames guests={unreached} />
      <div className={styles.ways}>
        {/* The button does not count guests who can't be notified. */}
        {reached === 0 ? null : (
          // People list guests to invite them, so Enter does that.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <Button size={36} look="primary" autoFocus onClick={() => answer(true)}>
            {t("question.inviteAndTell", { count: reached })}
          </Button>
        )}
        <Button size={36} onClick={() => answer(false)}>
          {t("question.inviteUntold")}
        </Button>
        <Button size={36} look="quiet" onClick={() => onAnswer(null)}>
          {t("question.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

function EventQuestion({ asking, onAnswer }: ChangeQuestionProps & { readonly asking: Asking }) {
  const { occurrence, scopes, toTell } = asking;
  const isSeries = occurrence.recurrenceId !== null;
  if (!toTell || isSeries) return <SeriesQuestion asking={asking} onAnswer={onAnswer} />;
  const answer = (tells: boolean): void => onAnswer({ scope: scopes[0] ?? "all", tells });
  return <TellQuestion asking={asking} toTell={toTell} onAnswer={answer} onClose={() => onAnswer(null)} />;
}

interface TellQuestionProps {
  readonly asking: Asking;
  readonly toTell: ToTell;
  readonly onAnswer: (tells: boolean) => void;
  readonly onClose: () => void;
}

/** Asks whether to notify others, with two buttons that name their effects. */
function TellQuestion({ asking, toTell, onAnswer, onClose }: TellQuestionProps) {
  const t = useMessages();
  const title = isolated(asking.occurrence.event.title?.trim() ?? "") || t("event.untitled");
  const deletes = asking.kind === "delete";
  const words =
    toTell.kind === "guests"
      ? {
          title: t(deletes ? "question.cancelTitle" : "question.tellTitle"),
          lead: t("question.tellLead", { title, count: toTell.count }),
          tell: t(deletes ? "question.cancelAndTell" : "question.changeAndTell", { count: toTell.count }),
        }
      : {
          title: t("question.declineTitle"),
          lead: t("question.declineLead", { title, name: isolated(toTell.name) }),
          tell: t("question.declineAndTell", { name: isolated(toTell.name) }),
        };
  return (
    <Dialog title={words.title} isOpen role="alertdialog" onClose={onClose}>
      <p className={styles.lead}>{words.lead}</p>
      {toTell.kind === "guests" ? <Unreached guests={guestsToTell(asking)} /> : null}
      <div className={styles.ways}>
        {/* Guests expect to be notified, so Enter does that. */}
        <Button
          size={36}
          look={deletes ? "dangerFill" : "primary"}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onClick={() => onAnswer(true)}
        >
          {words.tell}
        </Button>
        <Button size={36} onClick={() => onAnswer(false)}>
          {t(deletes ? "question.deleteUntold" : "question.changeUntold")}
        </Button>
        <Button size={36} look="quiet" onClick={onClose}>
          {/* “Cancel” would have the meaning of the question itself. */}
          {t(deletes && toTell.kind === "guests" ? "question.keep" : "question.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
