import type { ProposalRecord } from "@snart/calendar/jmap/mail.ts";
import { Check } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useLocation } from "wouter";
import { fetchProposals } from "../../api/items/guest-mail-api.ts";
import type { ListedNotification } from "../../api/items/notifications-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { useDialogKeepsFocus } from "../../ui/overlays/use-dialog-keeps-focus.ts";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { gathered, type Gathered } from "./gathered.ts";
import { HeldMailList, type HeldMail } from "./held-mail.tsx";
import type { Notifications } from "./use-notifications.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { ProposedTime } from "../event/model.ts";
import { UpgradeRow, type Upgrade } from "./upgrade-row.tsx";
import styles from "./notifications-dialog.module.css";

const said = {
  created: "notifications.created",
  updated: "notifications.updated",
  destroyed: "notifications.destroyed",
  shared: "notifications.shared",
  rights: "notifications.rights",
  unshared: "notifications.unshared",
  invitation: "notifications.invitation",
  change: "notifications.change",
  cancellation: "notifications.cancellation",
  cancellationOnce: "notifications.cancellationOnce",
  accepted: "notifications.accepted",
  tentative: "notifications.tentative",
  declined: "notifications.declined",
  released: "notifications.released",
  cancelledLate: "notifications.cancelledLate",
  clocksClash: "notifications.clocksClash",
  lapsed: "notifications.lapsed",
  handedOver: "notifications.handedOver",
  answered: "notifications.answered",
  proposed: "notifications.proposed",
  proposalDeclined: "notifications.proposalDeclined",
  roomAsked: "notifications.roomAsked",
  pollVotes: "notifications.pollVotes",
  pollAnswered: "notifications.pollAnswered",
  pollClosed: "notifications.pollClosed",
} as const;

const many = {
  created: "notifications.manyCreated",
  changed: "notifications.manyChanged",
  destroyed: "notifications.manyDestroyed",
} as const;

interface NotificationsDialogProps extends Notifications {
  readonly mail: HeldMail;
  readonly upgrade: Upgrade | undefined;
  /** the bell */
  readonly anchor: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** The person's notifications, newest first, below the bell; on a phone in a sheet. */
export function NotificationsDialog(props: NotificationsDialogProps) {
  const { list, isUnread, dismiss, mail, upgrade, anchor, onClose } = props;
  const t = useMessages();
  const [, navigate] = useLocation();
  const proposals = useProposals(list);
  const open = (items: Gathered["items"]): void => {
    const [item] = items;
    onClose();
    dismiss(items);
    navigate(pathOf(item));
  };
  return (
    <Popover
      label={t("notifications.title")}
      anchor={anchor}
      isOpen
      onClose={onClose}
      placement="bottom end"
      arrow
    >
      <div className={styles.box}>
        <header className={styles.header}>
          <h2>{t("notifications.title")}</h2>
          {list.length === 0 ? null : (
            <Button look="quiet" onClick={() => dismiss(list)}>
              {t("notifications.readAll")}
            </Button>
          )}
        </header>
        {isUnread ? (
          <p className={styles.none} role="alert">
            {t("notifications.unread")}
          </p>
        ) : null}
        <HeldMailList {...mail} />
        {list.length + mail.list.length === 0 && !upgrade && !isUnread ? (
          <p className={styles.none}>{t("notifications.none")}</p>
        ) : null}
        <ul>
          {upgrade ? <UpgradeRow {...upgrade} onOpen={onClose} /> : null}
          {gathered(list).map((line) => (
            <NotificationRow
              key={line.key}
              line={line}
              onOpen={() => open(line.items)}
              onDismiss={() => dismiss(line.items)}
            >
              <Said item={line.items[0]} proposals={proposals} onAnswered={() => dismiss(line.items)} />
            </NotificationRow>
          ))}
        </ul>
      </div>
    </Popover>
  );
}

function pathOf({ poll, eventId, what }: ListedNotification): string {
  if (what === "roomAsked" || what === "cancelledLate" || what === "clocksClash") return "/bookables";
  if (poll) return `/polls/${encodeURIComponent(poll.id)}`;
  return eventId === null ? "/settings/sharing" : `/event/${encodeURIComponent(eventId)}`;
}

/** Fetches the proposals that wait for an answer, when a notification is about one. */
function useProposals(list: readonly ListedNotification[]): readonly ProposalRecord[] {
  const [proposals, setProposals] = useState<readonly ProposalRecord[]>([]);
  const about = list.filter(({ proposalId }) => proposalId !== null);
  const accounts = [...new Set(about.map(({ accountId }) => accountId))].join(" ");
  const ids = about.map(({ proposalId }) => proposalId).join(" ");
  useEffect(() => {
    if (accounts === "") return;
    let isHere = true;
    // A proposal that is not known to wait any more has no buttons.
    void Promise.all(accounts.split(" ").map(fetchProposals)).then((given) => {
      if (isHere) setProposals(given.flatMap((one) => (one.ok ? one.value : [])));
    });
    return () => void (isHere = false);
  }, [accounts, ids]);
  return proposals;
}

/** Shows what came with a scheduling action: a proposal that waits for an answer, or a comment. */
function Said({
  item: { accountId, proposalId, comment },
  proposals,
  onAnswered,
}: {
  readonly item: ListedNotification;
  readonly proposals: readonly ProposalRecord[];
  readonly onAnswered: () => void;
}) {
  const proposal = proposals.find(({ id }) => id === proposalId);
  if (proposal) return <ProposedTime accountId={accountId} proposal={proposal} onAnswered={onAnswered} />;
  return comment === null ? null : <p className={styles.comment}>{comment}</p>;
}

function NotificationRow(props: {
  readonly children: ReactNode;
  readonly line: Gathered;
  readonly onOpen: () => void;
  readonly onDismiss: () => void;
}) {
  const t = useMessages();
  const row = useRef<HTMLLIElement>(null);
  useDialogKeepsFocus(row);
  const { items, what } = props.line;
  const [{ by, title, at, eventId, accountId, calendarId, poll }] = items;
  const { calendars } = useCalendarSnapshot();
  const calendar = calendars.find((one) => one.accountId === accountId && one.id === calendarId)?.name;
  const name = by || t("notifications.somebody");
  const words =
    items.length === 1 && what !== "changed"
      ? t(said[what], {
          name,
          title: title || t("notifications.untitled"),
          some: poll?.some ?? 0,
          of: poll?.of ?? 0,
        })
      : t(many[what === "created" || what === "destroyed" ? what : "changed"], {
          name,
          count: items.length,
          calendar: calendar ?? t("notifications.untitled"),
        });
  const leads = eventId !== null || poll !== undefined || what === "shared" || what === "rights";
  return (
    <li ref={row} className={styles.row} data-leads={leads || undefined}>
      <span className={styles.words}>
        {leads ? (
          <button type="button" className={styles.link} onClick={props.onOpen}>
            {words}
          </button>
        ) : (
          <span>{words}</span>
        )}
        <span className={styles.when}>
          <HowLongAgo at={at} />
        </span>
        {props.children}
      </span>
      <IconButton
        className={styles.read}
        label={t("notifications.read", { what: words })}
        onClick={props.onDismiss}
      >
        <Check size={16} strokeWidth={1.7} />
      </IconButton>
    </li>
  );
}
