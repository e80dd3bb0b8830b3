import { PAGE_TEXT_LIMITS } from "@snart/calendar/booking-page/page-texts.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Part, WordsFields } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

/** What it is called, and what is said of it. */
export function NamesPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { record, languages, say, wrong } = form;
  return (
    <Part title={t("bookingPages.part.names")}>
      <div className={styles.pair}>
        <WordsFields
          value={record.title}
          languages={languages}
          label={(language) => t(`bookingPages.field.${language}`)}
          maxLength={PAGE_TEXT_LIMITS.title}
          error={wrong("title") && t("bookingPages.fieldWrong")}
          onChange={(title) => say({ title })}
        />
      </div>
      <div className={styles.pair}>
        <WordsFields
          isLong
          value={record.description}
          languages={languages}
          label={(language) => t("bookingPages.field.description", { language })}
          maxLength={PAGE_TEXT_LIMITS.description}
          error={wrong("description")}
          onChange={(description) => say({ description })}
        />
      </div>
    </Part>
  );
}
