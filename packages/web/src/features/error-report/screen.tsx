import { Component, useEffect, type ReactNode } from "react";
import { useSessionState } from "../../store/session.ts";
import { part } from "../../ui/part.tsx";
import { reportError, startErrorReporting } from "./start-error-reporting.ts";

/** Fetched while all is well, so that it is here when nothing can be fetched. */
const crashPage = part(() => import("./crash-page.tsx").then((it) => it.CrashPage));

interface Caught {
  readonly error: unknown;
}

/** Shows what to do when a component throws, and reports it if the server wants reports. Needs LanguageProvider above. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly caught: Caught | null }
> {
  override state: { readonly caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return <crashPage.Component error={caught.error} />;
  }
}

/** Starts reporting as soon as the session says that the server wants reports; draws nothing. */
export function ErrorReporting() {
  const state = useSessionState();
  const isWanted = state.status === "ready" && state.session.reportsErrors;
  const version = state.status === "ready" ? state.session.version : "";
  useEffect(() => {
    if (isWanted) startErrorReporting(version);
  }, [isWanted, version]);
  return null;
}
