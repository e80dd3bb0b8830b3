import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { fileName, saveCsv } from "../../../ui/save-file.ts";
import { votesCsv } from "./votes-csv.ts";

/** Hands over the votes of a poll, as far as one sees them, as a file for a spreadsheet. */
export function CsvButton({ poll }: { readonly poll: PollRecord }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear, time } = useFormats(poll.isAllDay ? "UTC" : zone.id);
  const save = (): void =>
    saveCsv(
      fileName(poll.title, t("polls.title"), "csv"),
      votesCsv(poll, {
        who: t("polls.who"),
        note: t("polls.csvNote"),
        canCome: t("polls.canCome"),
        when: (start) => (poll.isAllDay ? dayAndYear(start) : `${dayAndYear(start)}, ${time(start)}`),
        answer: (answer) => t("polls.answer", { answer }),
        somebody: (number) => t("polls.somebody", { number }),
      }),
    );
  return <Button onClick={save}>{t("polls.csv")}</Button>;
}
