import { Calendar, Columns3, Menu as MenuIcon, Plus, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Mark } from "../../ui/mark.tsx";
import { part } from "../../ui/part.tsx";
import { NotificationBell } from "../notifications/model.ts";
import styles from "./phone-frame.module.css";

export type PhoneTab = "soon" | "day" | "month" | "year" | "bookables" | "more";

const { Soon: BookTab } = part(() => import("./book-tab.tsx").then((it) => it.BookTab));

interface PhoneFrameProps {
  readonly titleId: string;
  readonly title: string;
  readonly week: string;
  readonly distance: ReactNode;
  /** opens the month around what is shown; null where the title is no more than that */
  readonly onTitle: (() => void) | null;
  /** goes back to today; null while today is shown */
  readonly onToday: (() => void) | null;
  /** how many days stand side by side; null where that is not what is shown */
  readonly columns: number | null;
  readonly onColumns: (count: number) => void;
  readonly tab: PhoneTab;
  readonly onTab: (tab: PhoneTab) => void;
  readonly onSearch: () => void;
  readonly onNew: () => void;
  readonly banner: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a phone: title above, tabs and the plus within reach of the thumb. */
export function PhoneFrame(props: PhoneFrameProps) {
  const t = useMessages();
  const tabs = [
    { id: "soon", label: t("shell.soon"), icon: <Mark size={20} isPlain /> },
    { id: "day", label: t("shell.days"), icon: <Columns3 size={21} strokeWidth={1.7} /> },
    { id: "month", label: t("shell.viewMonth"), icon: <Calendar size={21} strokeWidth={1.7} /> },
  ] as const;
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <h1 id={props.titleId} className={styles.title}>
          {props.onTitle ? (
            <button type="button" className={styles.opens} onClick={props.onTitle}>
              {props.title}
            </button>
          ) : (
            props.title
          )}{" "}
          <span className={styles.week}>{props.week}</span>{" "}
          <span className={styles.soon}>{props.distance}</span>
        </h1>
        {props.onToday ? (
          <button type="button" className={styles.today} onClick={props.onToday}>
            {t("shell.today")}
          </button>
        ) : null}
        {props.columns === null ? null : (
          <IconButton
            label={t("view.threeDays")}
            size={44}
            className={styles.columns ?? ""}
            aria-pressed={props.columns > 1}
            onClick={() => props.onColumns(props.columns === 1 ? 3 : 1)}
          >
            <Columns3 size={20} strokeWidth={1.7} />
          </IconButton>
        )}
        {props.onToday ? null : <NotificationBell size={44} />}
        <IconButton label={t("search.open")} size={44} onClick={props.onSearch}>
          <Search size={20} strokeWidth={1.7} />
        </IconButton>
      </header>
      {props.banner}
      {props.children}
      <nav aria-label={t("shell.view")} className={styles.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            className={styles.tab}
            aria-current={
              props.tab === tab.id || (props.tab === "year" && tab.id === "month") ? "page" : undefined
            }
            onClick={() => props.onTab(tab.id)}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
        <BookTab
          className={styles.tab}
          isCurrent={props.tab === "bookables"}
          onOpen={() => props.onTab("bookables")}
        />
        <button
          type="button"
          className={styles.tab}
          aria-current={props.tab === "more" ? "page" : undefined}
          onClick={() => props.onTab("more")}
        >
          <MenuIcon size={21} strokeWidth={1.7} />
          {t("shell.more")}
        </button>
        <button type="button" className={styles.plus} aria-label={t("shell.newEvent")} onClick={props.onNew}>
          <Plus size={24} strokeWidth={2} />
        </button>
      </nav>
    </div>
  );
}
