import { lazy, Suspense } from "react";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { ErrorBoundary, ErrorReporting } from "./features/error-report/screen.tsx";
import { LanguageProvider } from "./i18n/language.tsx";
import { loadLaterWords } from "./i18n/load-messages.ts";
import { machineZone, ViewerZoneContext } from "./i18n/viewer-zone.ts";
import { Routes } from "./routes.tsx";
import { useAccount } from "./store/session.ts";
import { useTheme } from "./ui/theme.ts";
import { afterFirstPage } from "./ui/after-first-page.ts";

const AroundEveryPage = lazy(() =>
  afterFirstPage(() => Promise.all([import("./around-every-page.tsx"), loadLaterWords()])).then(
    ([module]) => ({ default: module.AroundEveryPage }),
  ),
);

/** Language, zone and theme of whoever is signed in, around the screens. */
export function App() {
  const preferences = useAccount()?.preferences;
  useTheme(preferences?.theme);
  const zone = (preferences?.timeZone ? ianaZone(preferences.timeZone) : undefined) ?? machineZone();
  return (
    <LanguageProvider
      preferred={preferences?.language ?? undefined}
      habits={{ clock: preferences?.clock, dateOrder: preferences?.dateOrder }}
    >
      <ViewerZoneContext value={zone}>
        <ErrorReporting />
        <ErrorBoundary>
          <Suspense>
            <Routes />
          </Suspense>
          <Suspense>
            <AroundEveryPage />
          </Suspense>
        </ErrorBoundary>
      </ViewerZoneContext>
    </LanguageProvider>
  );
}
