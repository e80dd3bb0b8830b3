"use no memo"; // Drawn anew only when it has changed: remembering its parts weighs more than it saves.
import { lazy, Suspense, useEffect, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import { FieldMeanwhile } from "../../ui/fields/field-meanwhile.tsx";
import { useFocusBack } from "../../ui/overlays/use-focus-back.ts";
import type { CalendarPageState } from "./page/use-calendar-page.ts";

const LONGEST = 200;
const load = () => import("./page-palette.tsx");
const PagePalette = lazy(() => load().then((module) => ({ default: module.PagePalette })));

export interface PageFinderProps {
  readonly page: CalendarPageState;
  readonly onClose: () => void;
}

/** The palette over the calendar. What is typed before it has come is in it when it comes. */
export function PageFinder({ page, onClose }: PageFinderProps) {
  const t = useMessages();
  const [query, setQuery] = useState("");
  const [isEntered, setEntered] = useState(false);
  useFocusBack();
  const meanwhile = (
    <FieldMeanwhile
      label={t("search.label")}
      line={query}
      maxLength={LONGEST}
      onLine={setQuery}
      onEnter={() => setEntered(true)}
      onClose={onClose}
    />
  );
  return (
    <Suspense fallback={meanwhile}>
      <PagePalette page={page} query={query} onQuery={setQuery} isEntered={isEntered} onClose={onClose} />
    </Suspense>
  );
}

/** Fetches the palette when the calendar has been drawn, so that it is here when it is asked for. */
export function useFinderSoon(): void {
  useEffect(() => void afterFirstPage(load), []);
}
