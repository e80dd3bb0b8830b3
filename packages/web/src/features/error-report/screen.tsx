import { Component, useEffect } from "react";
import type { ReactNode } from "react";
import { useSessionState } from "../../store/session.ts";
import { CrashPage } from "./components/crash-page.tsx";
import { reportError, startErrorReporting } from "./start-error-reporting.ts";

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
    return caught ? <CrashPage error={caught.error} /> : this.props.children;
  }
}

/** Starts reporting as soon as the session names a receiver; draws nothing. */
export function ErrorReporting() {
  const state = useSessionState();
  const dsn = state.status === "ready" ? state.session.sentryDsn : null;
  const version = state.status === "ready" ? state.session.version : "";
  useEffect(() => {
    if (dsn !== null) startErrorReporting(dsn, version);
  }, [dsn, version]);
  return null;
}
