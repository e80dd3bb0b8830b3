import { useEffect, useMemo, useState, type ReactNode } from "react";
import { loadAllWords, loadMessages } from "./load-messages.ts";
import { SpeechContext, useSpeech, type Language, type Messages } from "./messages.ts";

/** Fetches all words of a language that is not on screen. */
export async function fetchLanguage(language: Language): Promise<Messages> {
  const words = await loadMessages(language);
  await loadAllWords();
  return words;
}

interface InLanguageProps {
  readonly language: Language;
  readonly children: ReactNode;
}

/**
 * A part of the page in a language of its own, as what is printed for somebody else. Nothing until its words are there; if they cannot be
 * fetched, in the language on screen.
 */
export function InLanguage({ language, children }: InLanguageProps) {
  const speech = useSpeech();
  const [messages, setMessages] = useState<Messages>();
  useEffect(() => {
    let isHere = true;
    const show = (words: Messages): void => {
      if (isHere) setMessages(() => words);
    };
    fetchLanguage(language).then(show, () => show(speech.messages));
    return () => void (isHere = false);
  }, [language, speech.messages]);
  const spoken = useMemo(() => messages && { ...speech, language, messages }, [speech, language, messages]);
  return spoken ? <SpeechContext value={spoken}>{children}</SpeechContext> : null;
}
