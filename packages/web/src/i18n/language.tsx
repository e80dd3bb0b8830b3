import { useEffect, useMemo, useState, type ReactNode } from "react";
import { chooseLanguage, isLanguage } from "@snart/locales/language.ts";
import { loadMessages } from "./load-messages.ts";
import { SpeechContext, type Language, type Messages } from "./messages.ts";
import type { FormatHabits } from "./format-habits.ts";

const STORED = "snart.language";

/** React Aria's names of the languages (its bundled texts are keyed by region). */
const ariaLocale: Record<Language, string> = { "en-GB": "en-GB", sv: "sv-SE" };

/**
 * Tells React Aria the language the way its `PackageLocalizationProvider` does, on the window: its `I18nProvider` would
 * bring 1 kB of it into the first load, where nothing else is of it.
 */
function tellAria(language: Language): void {
  Object.assign(window, { [Symbol.for("react-aria.i18n.locale")]: ariaLocale[language] });
  dispatchEvent(new Event("languagechange"));
}

/** The initial language: the account's, else the one chosen in this browser, else the browser's preference. */
export function startLanguage(preferred?: string): Language {
  if (isLanguage(preferred)) return preferred;
  const stored = readStored();
  return stored ?? chooseLanguage(navigator.languages);
}

function readStored(): Language | undefined {
  try {
    const stored = localStorage.getItem(STORED);
    return isLanguage(stored) ? stored : undefined;
  } catch {
    return undefined; // storage is switched off: the browser's own preference is enough
  }
}

function store(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // storage is switched off or full: the choice lasts as long as the page
  }
}

/** Fetches the words of the initial language early. */
export async function fetchWords(preferred?: string): Promise<void> {
  // The page fetches them again, and then reports the problem.
  await loadMessages(startLanguage(preferred)).catch(() => undefined);
}

interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
}

/**
 * Provides the words to everything below. Shows nothing until the catalogue is there (one small chunk), then switches
 * in one paint. `preferred` is the account's language once known; when it changes, the interface follows.
 */
export function LanguageProvider({
  preferred,
  habits,
  children,
}: {
  readonly preferred?: string | undefined;
  readonly habits?: FormatHabits | undefined;
  readonly children: ReactNode;
}) {
  // A choice on screen holds until the account's preference changes (another person signs in, another tab saves).
  const [choice, setChoice] = useState<{ readonly language: Language; readonly over: string | undefined }>();
  const fallback = useMemo(() => startLanguage(preferred), [preferred]);
  const wanted = choice && choice.over === preferred ? choice.language : fallback;
  const spoken = useSpoken(wanted);

  const speech = useMemo(
    () =>
      spoken && {
        ...spoken,
        ...(habits && { habits }),
        setLanguage: (language: Language) => {
          store(language);
          setChoice({ language, over: preferred });
        },
      },
    [spoken, preferred, habits],
  );
  if (!speech) return null;
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

/** The wanted language once its words are there; until then the previous one, so that nothing flickers. */
function useSpoken(wanted: Language): Spoken | undefined {
  const [spoken, setSpoken] = useState<Spoken>();
  useEffect(() => {
    let current = true;
    const show = (messages: Messages): void => {
      if (!current) return;
      document.documentElement.lang = wanted;
      tellAria(wanted);
      setSpoken({ language: wanted, messages });
    };
    // Without a network the old language stays, and is the only one in which to say anything.
    loadMessages(wanted).then(show, () => undefined);
    return () => {
      current = false;
    };
  }, [wanted]);
  return spoken;
}
