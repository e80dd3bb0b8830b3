import { useEffect, useMemo, useState, type ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { chooseLanguage, isLanguage } from "@snart/locales/language.ts";
import { loadMessages } from "./load-messages.ts";
import { SpeechContext, type Language, type Messages } from "./messages.ts";
import type { FormatHabits } from "./format-habits.ts";

const STORED = "snart.language";

/** What React Aria calls the languages (its bundled texts are keyed by region). */
const ariaLocale: Record<Language, string> = { "en-GB": "en-GB", sv: "sv-SE" };

/** The language to start in: the account's, else what this browser was told last, else what the browser asks for. */
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
    return undefined; // storage is switched off: the browser's own wish is enough
  }
}

function store(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // storage is switched off or full: the choice lasts as long as the page
  }
}

/** Fetches the words to start with, so that they are here when they are asked for. */
export async function fetchWords(preferred?: string): Promise<void> {
  // Fetched again with the page, which then says what is wrong.
  await loadMessages(startLanguage(preferred)).catch(() => undefined);
}

interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
}

/**
 * Words for everything below. Shows nothing until the catalogue is there (one small chunk), then switches in one paint.
 * `preferred` is the account's language once known; when it changes, the interface follows.
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
  return (
    <SpeechContext value={speech}>
      <I18nProvider locale={ariaLocale[speech.language]}>{children}</I18nProvider>
    </SpeechContext>
  );
}

/** The wanted language as soon as its words are there; until then the one before, so that nothing flickers. */
function useSpoken(wanted: Language): Spoken | undefined {
  const [spoken, setSpoken] = useState<Spoken>();
  useEffect(() => {
    let current = true;
    const show = (messages: Messages): void => {
      if (!current) return;
      document.documentElement.lang = wanted;
      setSpoken({ language: wanted, messages });
    };
    // Without a network the old language stays; there is nothing to say it in but that.
    loadMessages(wanted).then(show, () => undefined);
    return () => {
      current = false;
    };
  }, [wanted]);
  return spoken;
}
