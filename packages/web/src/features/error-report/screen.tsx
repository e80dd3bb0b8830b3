import { Component, lazy, Suspense, useEffect, type ReactNode } from "react";
import { useSessionState } from "../../store/session.ts";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import { reportError, startErrorReporting } from "./start-error-reporting.ts";

/** Fetched once and while all is well, so that it is here when nothing can be fetched. */
const loadCrashPage = once(() =>
  afterFirstPage(() => import("./crash-page.tsx")).then((module) => ({
    default: module.CrashPage,
  })),
);
const CrashPage = lazy(loadCrashPage);

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

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
    return (
      <Suspense>
        <CrashPage error={caught.error} />
      </Suspense>
    );
  }
}

/** Starts reporting as soon as the session names a receiver; draws nothing. */
export function ErrorReporting() {
  const state = useSessionState();
  const dsn = state.status === "ready" ? state.session.sentryDsn : null;
  const version = state.status === "ready" ? state.session.version : "";
  useEffect(() => void loadCrashPage(), []);
  useEffect(() => {
    if (dsn !== null) startErrorReporting(dsn, version);
  }, [dsn, version]);
  return null;
}
