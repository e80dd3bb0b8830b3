import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { vpollText } from "@snart/calendar/poll/vpoll.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { fileName, saveFile } from "../../../ui/save-file.ts";

/** Hands over a poll and its votes, as far as one sees them, as a file that calendar software can read. */
export function IcsButton({ poll }: { readonly poll: PollRecord }) {
  const t = useMessages();
  const save = (): void => {
    const { minutes, options, closesAt, ...others } = poll;
    const text = vpollText(
      {
        ...others,
        length: minutes * MINUTE,
        options: options.map(({ id, start }) => ({ id, start: Date.parse(start) })),
        closesAt: closesAt === null ? null : Date.parse(closesAt),
      },
      { now: clockNow(), prodId: "-//Snart//Web//EN" },
    );
    saveFile(fileName(poll.title, t("polls.title"), "ics"), text, "text/calendar;charset=utf-8");
  };
  return <Button onClick={save}>{t("polls.ics")}</Button>;
}
