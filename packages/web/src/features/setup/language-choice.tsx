import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { distance } from "@snart/calendar/distance/distance.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { languages, type Language } from "@snart/locales/language.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { formats } from "../../i18n/format.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { languageNames } from "../signed-out/model.ts";
import styles from "./language-choice.module.css";

/** The two languages, each saying the same date and distance in its own words. Takes effect at once. */
export function LanguageChoice() {
  const t = useMessages();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>
        {t("language.label")} <span className={styles.other}>{t("language.labelInOther")}</span>
      </legend>
      <div className={styles.rows}>
        {languages.map((language) => (
          <LanguageRow key={language} language={language} />
        ))}
      </div>
    </fieldset>
  );
}

function LanguageRow({ language }: { readonly language: Language }) {
  const { language: chosen, messages, setLanguage } = useSpeech();
  const zone = useViewerZone();
  const today = useAtNow((now) => Number(startOfDay(zone.toLocal(now))));
  const sample = addDays(asLocal(today), 3);
  const words = useAtNow((now) => distance({ kind: "date", date: sample }, now, zone, language));
  const { day, time } = formats(language, "UTC", messages);
  return (
    <label className={styles.row} lang={language}>
      <input
        type="radio"
        name="language"
        className={styles.radio}
        checked={language === chosen}
        onChange={() => setLanguage(language)}
      />
      <span className={styles.text}>
        <span className={styles.name}>{languageNames[language]}</span>
        <span className={styles.sample}>
          {day(sample)}, {time(sample + 14 * HOUR)}
        </span>
      </span>
      <DistanceText text={words} warmth={3} size={19} />
    </label>
  );
}
