import { createContext, useContext } from "react";
import type { Messages } from "@snart/locales/keys.ts";
import type { Language } from "@snart/locales/language.ts";
import type { FormatHabits } from "./format-habits.ts";

export type { MessageArguments, MessageKey, Messages } from "@snart/locales/keys.ts";
export type { Language } from "@snart/locales/language.ts";

/** The current language of the interface, and how to change it. */
interface Speech {
  readonly language: Language;
  readonly messages: Messages;
  /** how times and dates are written, independent of the language */
  readonly habits?: FormatHabits;
  /** Switches at once, without a reload, and remembers the choice in this browser. */
  readonly setLanguage: (language: Language) => void;
}

export const SpeechContext = createContext<Speech | undefined>(undefined);

/** The language on screen and the switch. Throws outside LanguageProvider. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error("no LanguageProvider above this component");
  return speech;
}

/** The words: `const t = useMessages(); t("area.key", { count })`. Changes identity when the language changes. */
export const useMessages = (): Messages => useSpeech().messages;

/** The language on screen. */
export const useLanguage = (): Language => useSpeech().language;
