// The pages about the server itself, fetched together: each is small, and each file that is fetched costs a request.
export { ErrorReportingPage } from "./error-reporting-page.tsx";
export { ProvidersPage } from "./providers/providers-page.tsx";
export { BackupsPage } from "./backups/backups-page.tsx";
export { HealthPage } from "./health/health-page.tsx";
export { WhatsNewPage } from "./whats-new/whats-new-page.tsx";
