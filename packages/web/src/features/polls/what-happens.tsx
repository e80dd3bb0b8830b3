import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { CalendarX2, DoorOpen, Mail } from "lucide-react";
import { useMessages } from "../../i18n/messages.ts";
import styles from "./polls.module.css";

/** What a decision will do, before it is made. */
export function WhatHappens({ poll }: { readonly poll: PollRecord }) {
  const t = useMessages();
  const count = poll.voters.filter(({ isOwn }) => !isOwn).length;
  return (
    <ul className={styles.why}>
      <li data-look="good">
        <Mail size={16} strokeWidth={1.7} aria-hidden />
        <span>{t("polls.willInvite", { count })}</span>
      </li>
      {poll.roomId === null ? null : (
        <li data-look="good">
          <DoorOpen size={16} strokeWidth={1.7} aria-hidden />
          <span>{t("polls.willBook")}</span>
        </li>
      )}
      {poll.holdsOptions ? (
        <li data-look="good">
          <CalendarX2 size={16} strokeWidth={1.7} aria-hidden />
          <span>{t("polls.willFree")}</span>
        </li>
      ) : null}
    </ul>
  );
}
