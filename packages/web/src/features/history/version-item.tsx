import type { Version } from "../../api/items/history-api.ts";
import { firstInLine } from "../../i18n/format.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { changedTopics, hoursTexts, statusKey, TOPIC_WORDS, topicText, viaKey, type Topic } from "./model.ts";
import styles from "./version-item.module.css";

interface VersionItemProps {
  readonly version: Version;
  /** undefined for the oldest that is known */
  readonly before: Version | undefined;
  readonly onRestore: () => void;
}

/** One change: who, when, by what; before and after side by side; and the way back to it. */
export function VersionItem({ version, before, onRestore }: VersionItemProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { by, change, isCurrent, client } = version;
  const at = Date.parse(version.at);
  const via = viaKey(version.via);
  const moment = `${formats.dayAndYear(at)}, ${formats.time(at)}`;
  // A guest who has signed up by a link has no account: the owner's server recorded it for them.
  const guest = version.via === "scheduling" ? client : null;
  const facts = [moment, via && t(via), guest ? "" : client && isolated(client)].filter(Boolean);
  const sentence = ["history", change].join(".") as `history.${Version["change"]}`;
  return (
    <li className={styles.item} data-current={isCurrent || undefined}>
      <div className={styles.head}>
        <h2 className={styles.what}>
          <Sentence
            of={sentence}
            args={{ name: <b>{isolated(guest || by.name)}</b>, distance: <HowLongAgo at={at} /> }}
          />
        </h2>
        {isCurrent ? (
          <span className={styles.now}>{t("history.current")}</span>
        ) : change === "destroyed" ? null : (
          <Button aria-label={t("history.restoreNamed", { moment })} onClick={onRestore}>
            {t("history.restore")}
          </Button>
        )}
      </div>
      <p className={styles.facts}>{firstInLine(facts.join(" · "), language)}</p>
      {change === "updated" && before ? <Differences before={before} after={version} /> : null}
    </li>
  );
}

function Differences({ before, after }: { readonly before: Version; readonly after: Version }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  if (!before.item || !after.item) return null;
  const topics = changedTopics(before.item, after.item);
  const isMoved = before.calendarId !== after.calendarId;
  if (topics.length === 0) return isMoved ? <p className={styles.facts}>{t("history.moved")}</p> : null;
  // The same zone on both sides need not be shown.
  const isOtherZone = before.item.timeZone !== after.item.timeZone;
  const hours = hoursTexts(before.item, after.item, formats);
  const said = (item: NonNullable<Version["item"]>, topic: Topic): string => {
    const status = topic === "status" ? statusKey(item) : undefined;
    if (status) return t(status);
    const text = topicText(item, topic, formats, isOtherZone);
    return text === undefined ? t("conflict.otherwise") : isolated(text.trim()) || t("conflict.empty");
  };
  return (
    <table className={styles.table}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("conflict.what")}</th>
          <th scope="col">{t("history.before")}</th>
          <th scope="col">{t("history.after")}</th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic) => (
          <tr key={topic}>
            <th scope="row">{t(TOPIC_WORDS[topic])}</th>
            <td>{topic === "when" && hours ? hours[0] : before.item && said(before.item, topic)}</td>
            <td>{topic === "when" && hours ? hours[1] : after.item && said(after.item, topic)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
