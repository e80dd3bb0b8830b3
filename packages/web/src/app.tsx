import { useEffect } from "react";
import { Router } from "wouter";
import { base } from "./api/place.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { ErrorBoundary, ErrorReporting } from "./features/error-report/screen.tsx";
import { rememberLength } from "./grammar/usual-length.ts";
import { LanguageProvider } from "./i18n/language.tsx";
import { machineZone, ViewerZoneContext } from "./i18n/viewer-zone.ts";
import { Routes } from "./routes.tsx";
import { useAccount } from "./store/session.ts";
import { useTheme } from "./ui/theme.ts";
import { fetchActing, part } from "./ui/part.tsx";

const aroundEveryPage = part(() => import("./around-every-page.tsx").then((it) => it.AroundEveryPage));

/** Provides language, zone and theme of the signed-in person to the screens. */
export function App() {
  const preferences = useAccount()?.preferences;
  useTheme(preferences?.theme);
  useEffect(fetchActing, []);
  useEffect(() => rememberLength(preferences?.eventMinutes), [preferences?.eventMinutes]);
  const zone = (preferences?.timeZone ? ianaZone(preferences.timeZone) : undefined) ?? machineZone();
  return (
    <LanguageProvider
      preferred={preferences?.language ?? undefined}
      habits={{ clock: preferences?.clock, dateOrder: preferences?.dateOrder }}
    >
      <ViewerZoneContext value={zone}>
        <ErrorReporting />
        <ErrorBoundary>
          <Router base={base}>
            <Routes />
          </Router>
          <aroundEveryPage.Soon />
        </ErrorBoundary>
      </ViewerZoneContext>
    </LanguageProvider>
  );
}
