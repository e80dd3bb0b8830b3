import { useMessages, type Messages } from "../../i18n/messages.ts";
import type { Formats } from "../../i18n/format.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { partReasonKey, reasonKey } from "../import/model.ts";
import styles from "./bring-in.module.css";
import { exceptionsOf, type BringIn, type Exception } from "./model.ts";

/** A longer list is shortened; the saved report has all that the server told. */
const SHOWN = 100;

/** What is left out of the calendars and what comes without a part, each with the reason; and the files that are no calendars. */
export function Exceptions({ at }: { readonly at: BringIn }) {
  const t = useMessages();
  const { leftOut, leftOutCount, inPart, inPartCount } = exceptionsOf(at.calendars);
  return (
    <>
      <List
        heading={t("bringIn.leftOutHeading", { count: leftOutCount })}
        note={t("bringIn.leftOutNote", { count: leftOutCount })}
        items={leftOut}
        count={leftOutCount}
        reason={(code) => t(reasonKey(code))}
      />
      <List
        heading={t("bringIn.inPartHeading", { count: inPartCount })}
        note={t("bringIn.inPartNote", { count: inPartCount })}
        items={inPart}
        count={inPartCount}
        reason={(code) => t(partReasonKey(code))}
      />
      {at.passedOver.length > 0 ? (
        <section className={styles.exceptions}>
          <h2>{t("import.passedOver")}</h2>
          <ul>
            {at.passedOver.map(({ name, kind }, index) => (
              <li key={`${name} ${index}`}>
                <b>{name}</b>
                <span>{t(`import.passedOver.${kind}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface ListProps {
  readonly heading: string;
  readonly note: string;
  readonly items: readonly Exception[];
  readonly count: number;
  readonly reason: (code: string) => string;
}

function List({ heading, note, items, count, reason }: ListProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const rest = count - Math.min(items.length, SHOWN);
  if (count === 0) return null;
  return (
    <section className={styles.exceptions}>
      <h2>{heading}</h2>
      <p>{note}</p>
      <ul>
        {items.slice(0, SHOWN).map((item, index) => (
          <li key={`${item.uid} ${item.line} ${index}`}>
            <b>{nameOf(item, t, formats)}</b>
            <span>{reason(item.code)}</span>
            <small>{item.calendarName}</small>
          </li>
        ))}
        {rest > 0 ? <li>{t("import.more", { count: rest })}</li> : null}
      </ul>
    </section>
  );
}

/** Returns the title of an exception, or its line where it has none. */
export function nameOf({ title, line, uid }: Exception, t: Messages, formats: Formats): string {
  if (title) return title;
  return line === null
    ? (uid ?? t("import.untitled"))
    : t("bringIn.untitledLine", { line: formats.number(line) });
}
