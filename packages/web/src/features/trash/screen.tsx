import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { Link, useSearch } from "wouter";
import { wordedCode } from "../../api/problem.ts";
import { firstInLine } from "../../i18n/format.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { EmptyTrashDialog } from "./empty-trash-dialog.tsx";
import { RewindDialog } from "./rewind-dialog.tsx";
import { TrashRow } from "./trash-row.tsx";
import { byDay, itemsWith } from "./model.ts";
import { useTrash } from "./use-trash.ts";
import styles from "./screen.module.css";

/** Of the words in the address. */
const LONGEST = 200;

/** The deleted items, by day, each with a button that restores it; and a way to rewind a whole calendar. */
export function TrashScreen() {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const trash = useTrash();
  const [open, setOpen] = useState<"empty" | "rewind">();
  const { items, problem } = trash;
  const words = (new URLSearchParams(useSearch()).get("q") ?? "").trim().slice(0, LONGEST);
  const shown = itemsWith(items ?? [], words);
  const mine = items?.filter(({ mayDestroy }) => mayDestroy) ?? [];
  useDocumentTitle(t("trash.title"));
  return (
    <PlainPage
      title={t("trash.title")}
      intro={t("trash.intro")}
      back={{ href: "/", label: t("settings.back") }}
      actions={
        <div className={styles.actions}>
          <Button size={36} onClick={() => setOpen("rewind")}>
            {t("rewind.open")}
          </Button>
          {mine.length > 0 && words === "" ? (
            <Button size={36} look="danger" onClick={() => setOpen("empty")}>
              {t("trash.empty")}
            </Button>
          ) : null}
        </div>
      }
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {items === undefined && !problem ? <p className={styles.quiet}>{t("trash.loading")}</p> : null}
      {words === "" ? null : (
        <p className={styles.quiet}>
          {t("trash.withWords", { words: isolated(words) })} <Link href="/trash">{t("trash.showAll")}</Link>
        </p>
      )}
      {items && shown.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyHorizon />
          <h2>{t(words === "" ? "trash.nothing" : "trash.nothingWith")}</h2>
          {words === "" ? <p>{t("trash.nothingBody")}</p> : null}
        </div>
      ) : null}
      {byDay(shown, zone).map(({ day, items: ofDay }) => (
        <section key={day} className={styles.day}>
          <h2>
            {firstInLine(formats.dayAndYear(ofDay[0] ? Date.parse(ofDay[0].deletedAt) : day), language)}
          </h2>
          <ul>
            {ofDay.map((item) => (
              <TrashRow
                key={`${item.accountId} ${item.id}`}
                item={item}
                onRestore={() => trash.restore(item)}
              />
            ))}
          </ul>
        </section>
      ))}
      {open === "empty" ? (
        <EmptyTrashDialog items={mine} onClose={() => setOpen(undefined)} destroy={trash.destroy} />
      ) : null}
      {open === "rewind" ? <RewindDialog onClose={() => setOpen(undefined)} onDone={trash.reload} /> : null}
    </PlainPage>
  );
}
