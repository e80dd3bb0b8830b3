import { formats, type Formats } from "./format.ts";
import { useSpeech } from "./messages.ts";

/** The formatters of the language on screen and the viewer's habits for an IANA zone ("UTC" for wall-clock times). */
export function useFormats(timeZone: string): Formats {
  const { language, messages, habits } = useSpeech();
  return formats(language, timeZone, messages, habits);
}
