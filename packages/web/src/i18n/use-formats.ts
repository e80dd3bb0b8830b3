import { formats } from "./format.ts";
import type { Formats } from "./format.ts";
import { useSpeech } from "./messages.ts";

/** The formatters of the language on screen for an IANA zone ("UTC" for wall-clock times). */
export function useFormats(timeZone: string): Formats {
  const { language, messages } = useSpeech();
  return formats(language, timeZone, messages);
}
