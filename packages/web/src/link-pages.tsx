import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";

const AccountLink = lazy(() =>
  import("./features/account-link/screen.tsx").then((module) => ({ default: module.AccountLinkScreen })),
);
const AskLink = lazy(() =>
  import("./features/account-link/screen.tsx").then((module) => ({ default: module.AskLinkScreen })),
);
const ConnectDevice = lazy(() =>
  import("./features/connect-device/screen.tsx").then((module) => ({ default: module.ConnectDeviceScreen })),
);
const PublicCalendar = lazy(() =>
  import("./features/public-calendar/screen.tsx").then((module) => ({
    default: module.PublicCalendarScreen,
  })),
);
const RestoreAccount = lazy(() =>
  import("./features/restore-account/screen.tsx").then((module) => ({
    default: module.RestoreAccountScreen,
  })),
);

/** What opens by a link with a token in it, whoever follows it; the first part of the path stands in routes.tsx, too. */
export const LinkPages = () => (
  <Suspense>
    <Switch>
      <Route path="/c/:token">{({ token }) => <PublicCalendar token={token} />}</Route>
      <Route path="/connect/:token">{({ token }) => <ConnectDevice token={token} />}</Route>
      <Route path="/invite/:token">{({ token }) => <AccountLink kind="invitation" token={token} />}</Route>
      <Route path="/reset" component={AskLink} />
      <Route path="/reset/:token">{({ token }) => <AccountLink kind="reset" token={token} />}</Route>
      <Route path="/restore/:token">{({ token }) => <RestoreAccount token={token} />}</Route>
    </Switch>
  </Suspense>
);
