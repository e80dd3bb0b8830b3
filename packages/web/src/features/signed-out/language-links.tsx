import { languages } from "@snart/locales/language.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { languageNames } from "./model.ts";
import styles from "./language-links.module.css";

/** Switches the language at once; the choice stays in this browser. */
export function LanguageLinks() {
  const t = useMessages();
  const { language, setLanguage } = useSpeech();
  return (
    <nav aria-label={t("signIn.languages")} className={styles.links}>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          className={styles.link}
          onClick={() => setLanguage(each)}
        >
          {languageNames[each]}
        </button>
      ))}
    </nav>
  );
}
