import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { CalendarProvider } from "../../store/calendar-context.tsx";
import { useSessionState } from "../../store/session.ts";
import { Redirect, useLocation } from "wouter";
import { SettingsNav } from "./settings-nav.tsx";
import type { PageBeside } from "./pages-beside.ts";
import { adminPages, innerPages, settingsPages, type SettingsPage } from "./pages.ts";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { SkipLink } from "../../ui/skip-link.tsx";
import styles from "./screen.module.css";

/**
 * The settings and, for administrators, the administration: their list at the side, one page at a time. On a phone
 * the list is a separate page.
 */
export function SettingsScreen() {
  const t = useMessages();
  const zone = useViewerZone();
  const [location] = useLocation();
  const state = useSessionState();
  const account = state.status === "ready" ? state.session.account : null;
  const isAdmin = location.startsWith("/admin");
  const name = location.replace(/^\/(?:settings|admin)\/?/, "");
  const pages = isAdmin ? adminPages : [...settingsPages, ...innerPages];
  const page = pages.find((each) => each.path === name);
  useDocumentTitle(t(page?.title ?? "settings.title"));
  if (!account || state.status !== "ready") return null;
  const isElsewhere = (name !== "" || isAdmin) && !page;
  if (isElsewhere || (isAdmin && !account.isAdmin)) return <Redirect to="/settings" replace />;
  const Page = (page ?? settingsPages[0]).component;
  return (
    <Frame chosen={page} label={t("settings.title")} isWide={page?.isWide ?? false}>
      <CalendarProvider key={`${account.id} ${zone.id}`} accountId={account.id} timeZone={zone.id}>
        <Page account={account} />
      </CalendarProvider>
    </Frame>
  );
}

interface FrameProps {
  /** undefined on the list itself, where a wide window shows the first page; besides: a page that is not in it */
  readonly chosen: SettingsPage | PageBeside["path"] | "besides" | undefined;
  readonly label?: string;
  /** a page of several columns */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The list of settings at the side, and a page. */
function Frame({ chosen, label, isWide = false, children }: FrameProps) {
  const t = useMessages();
  const state = useSessionState();
  if (state.status !== "ready" || !state.session.account) return null;
  const { account, version } = state.session;
  return (
    <div className={styles.screen} data-list={chosen ? undefined : true}>
      <SkipLink to="settings">{t("settings.skip")}</SkipLink>
      <SettingsNav account={account} version={version} chosen={chosen} />
      <main id="settings" tabIndex={-1} className={styles.main} aria-label={label}>
        <div className={styles.page} data-wide={isWide || undefined}>
          {children}
        </div>
      </main>
    </div>
  );
}

/** The same frame around booking pages, polls, the trash, a history, a list of sign-ups and the rules of bookables, which have addresses and ways back of their own. */
export const BesideSettings = ({ children, path, isWide = false }: BesideSettingsProps) => (
  <Frame chosen={path ?? "besides"} isWide={isWide}>
    {children}
  </Frame>
);

interface BesideSettingsProps {
  readonly children: ReactNode;
  /** absent: the page is not in the list */
  readonly path?: PageBeside["path"];
  readonly isWide?: boolean;
}
