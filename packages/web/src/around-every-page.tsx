import { useEffect } from "react";
import { useLocale } from "react-aria-components";
import { FetchedFaces } from "./features/faces/screen.tsx";
import { BackFromProvider } from "./features/proof/back-from-provider.ts";
import { ReminderCorner } from "./features/reminders/screen.tsx";
import { NewVersion } from "./new-version.tsx";
import { ToastRegion } from "./ui/overlays/toast-region.tsx";

/** The parts around every page that the first one does not need. */
export function AroundEveryPage() {
  return (
    <>
      <ToastRegion />
      <NewVersion />
      <ReminderCorner />
      <BackFromProvider />
      <AriaLanguage />
      <FetchedFaces />
    </>
  );
}

/** React Aria hears of another language (i18n/language.tsx) only while something asks for it: always, from here on. */
function AriaLanguage() {
  useLocale();
  useEffect(() => void dispatchEvent(new Event("languagechange")), []);
  return null;
}
