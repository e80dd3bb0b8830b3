import type { ReactNode } from "react";
import styles from "./setting-page.module.css";

/** The title of a page and one line about its purpose, above its sections. */
export function SettingPage(props: {
  readonly title: string;
  readonly intro: ReactNode;
  /** a button at the title, for the whole of the page */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{props.title}</h1>
        {props.action}
      </div>
      <p className={styles.intro}>{props.intro}</p>
      {props.children}
    </>
  );
}

/** Rows between hairlines, with or without a heading. */
export function SettingSection({
  title,
  action,
  children,
}: {
  readonly title?: string;
  /** a button at the heading, for the whole of the section */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      {title === undefined ? null : (
        <div className={styles.top}>
          <h2 className={styles.heading}>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

interface SettingRowProps {
  readonly label: string;
  /** before the label, such as a swatch */
  readonly start?: ReactNode;
  readonly help?: ReactNode;
  /** the id of the control, when the label should name and press it */
  readonly htmlFor?: string;
  readonly children: ReactNode;
  /** narrow controls (a switch) stay beside their label on a phone too */
  readonly narrow?: boolean;
}

/** Label and help left, control right. */
export function SettingRow({ label, start, help, htmlFor, children, narrow = false }: SettingRowProps) {
  return (
    <div className={styles.row} data-narrow={narrow || undefined}>
      <div className={styles.words}>
        {htmlFor === undefined ? (
          <span className={styles.label}>{label}</span>
        ) : (
          <label htmlFor={htmlFor} className={styles.label}>
            {start ? <span className={styles.start}>{start}</span> : null}
            {label}
          </label>
        )}
        {help === undefined ? null : (
          <span className={styles.help} id={htmlFor === undefined ? undefined : `${htmlFor}-help`}>
            {help}
          </span>
        )}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
