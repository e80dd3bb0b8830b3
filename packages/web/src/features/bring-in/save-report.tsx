import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { partReasonKey, reasonKey } from "../import/model.ts";
import { nameOf } from "./exceptions.tsx";
import { exceptionsOf, type BringIn } from "./model.ts";

/** Saves what was found, what came and what did not come, as a text that can be sent to somebody. */
export function SaveReport({ at }: { readonly at: BringIn }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const save = (): void => {
    const { leftOut, leftOutCount, inPart, inPartCount } = exceptionsOf(at.calendars);
    const calendars = at.calendars.flatMap(({ name, rehearsal, missed = [], state }) => {
      const rows = rehearsal
        ? [
            [t("bringIn.events"), rehearsal.events],
            [t("bringIn.tasks"), rehearsal.tasks],
            [t("bringIn.here"), rehearsal.here],
            [t("bringIn.leftOut"), rehearsal.skippedCount + missed.length],
          ]
        : [];
      const came =
        state.kind === "importing"
          ? [
              t("import.added", { count: state.job.added }),
              t("import.updated", { count: state.job.updated }),
              t("import.unchanged", { count: state.job.unchanged }),
            ]
          : [];
      return [
        name,
        ...rows.map(([label, count]) => `  ${label}: ${count}`),
        ...came.map((line) => `  ${line}`),
        "",
      ];
    });
    const listed = (items: typeof leftOut, reason: (code: string) => string): readonly string[] =>
      items.flatMap((item) => [
        `${nameOf(item, t, formats)} (${item.calendarName})`,
        `  ${reason(item.code)}`,
        `  ${item.code}: ${item.detail}`,
        ...(item.line === null ? [] : [`  ${t("import.line", { line: item.line })}`]),
        ...(item.uid === null ? [] : [`  UID: ${item.uid}`]),
      ]);
    saveFile(
      "snart-import.txt",
      [
        t("bringIn.title"),
        "",
        ...calendars,
        t("bringIn.leftOutHeading", { count: leftOutCount }),
        ...listed(leftOut, (code) => t(reasonKey(code))),
        "",
        t("bringIn.inPartHeading", { count: inPartCount }),
        ...listed(inPart, (code) => t(partReasonKey(code))),
        "",
      ].join("\n"),
      "text/plain;charset=utf-8",
    );
  };
  return (
    <Button size={36} onClick={save}>
      {t("bringIn.saveReport")}
    </Button>
  );
}
