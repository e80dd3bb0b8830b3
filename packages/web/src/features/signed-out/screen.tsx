import type { ReactNode } from "react";
import { Wordmark } from "../../ui/mark.tsx";
import { GreatHorizon } from "./great-horizon.tsx";
import { LanguageLinks } from "./language-links.tsx";
import { NextHoliday } from "./next-holiday.tsx";
import styles from "./screen.module.css";

export { LanguageLinks };
export { goesOn, wayBack, withWayBack } from "./way-back.ts";
export { enterByHorizon, keepBars } from "./become-horizon.ts";

interface SignedOutPageProps {
  /** the form */
  readonly children: ReactNode;
  /** a sentence under the distance */
  readonly meaning?: ReactNode;
  readonly formWidth: 360 | 480;
  /** a language switch under the form, for forms that have none of their own */
  readonly languageLinks?: boolean;
}

/** The frame of every page for people who are not signed in: the form, and beside it the horizon. Nothing of the calendar. */
export function SignedOutPage({ children, meaning, formWidth, languageLinks = false }: SignedOutPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.form} data-width={formWidth}>
        <div className={styles.column}>
          <Wordmark />
          {children}
          {languageLinks ? (
            <div className={styles.languages}>
              <LanguageLinks />
            </div>
          ) : null}
        </div>
      </main>
      <aside className={styles.ahead}>
        <div className={styles.view}>
          <GreatHorizon />
          <NextHoliday />
          {meaning === undefined ? null : <p className={styles.meaning}>{meaning}</p>}
        </div>
      </aside>
    </div>
  );
}
