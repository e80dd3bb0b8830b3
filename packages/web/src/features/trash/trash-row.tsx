import { Calendar, CircleCheck, FileText, Folder } from "lucide-react";
import { Link } from "wouter";
import type { TrashItem } from "../../api/items/history-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { viaKey } from "../history/model.ts";
import styles from "./trash-row.module.css";

const icons = { event: Calendar, task: CircleCheck, journal: FileText, calendar: Folder } as const;

/**
 * One deleted item: its title, who deleted it and how long ago, how soon it is removed for good, and a button that
 * restores it.
 */
export function TrashRow({ item, onRestore }: { readonly item: TrashItem; readonly onRestore: () => void }) {
  const t = useMessages();
  const kind = item.kind === "availability" ? "event" : item.kind;
  const Icon = icons[kind];
  const title = isolated(item.title.trim()) || t("event.untitled");
  const { client } = item;
  const viaWords = viaKey(item.via);
  const facts = [
    item.kind === "calendar" ? t("trash.count", { count: item.count ?? 0 }) : item.calendarName,
    client ?? (viaWords && t(viaWords)),
  ].filter((fact) => typeof fact === "string" && fact !== "");
  return (
    <li className={styles.row}>
      <Icon size={17} strokeWidth={1.6} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        {item.kind === "calendar" ? (
          <span className={styles.title}>{title}</span>
        ) : (
          <Link href={`/history/${item.id}`} className={styles.title}>
            {title}
          </Link>
        )}
        <span className={styles.facts}>{[t(`trash.kind.${kind}`), ...facts].join(" · ")}</span>
        <span className={styles.facts}>
          <Sentence
            of="history.destroyed"
            args={{
              name: isolated(item.deletedBy.name),
              distance: <HowLongAgo at={Date.parse(item.deletedAt)} size={13} />,
            }}
          />
        </span>
        <span className={styles.facts}>
          <Sentence
            of="trash.gone"
            args={{
              distance: (
                <HowSoon
                  target={{ kind: "instant", at: Date.parse(item.expiresAt) }}
                  warm={false}
                  size={13}
                />
              ),
            }}
          />
        </span>
      </span>
      {item.mayRestore ? (
        <Button
          className={styles.restore ?? ""}
          aria-label={t("trash.restoreNamed", { title })}
          onClick={onRestore}
        >
          {t("trash.restore")}
        </Button>
      ) : null}
    </li>
  );
}
