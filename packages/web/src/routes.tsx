import { lazy } from "react";
import { Redirect, Route, Switch } from "wouter";
import { ImportDropZone } from "./features/import/screen.tsx";
import { Unreachable } from "./features/shell/screen.tsx";
import { useSessionState } from "./store/session.ts";

const SignIn = lazy(() =>
  import("./features/sign-in/screen.tsx").then((module) => ({ default: module.SignInScreen })),
);
const Setup = lazy(() =>
  import("./features/setup/screen.tsx").then((module) => ({ default: module.SetupScreen })),
);
const Trash = lazy(() =>
  import("./features/trash/screen.tsx").then((module) => ({ default: module.TrashScreen })),
);
const History = lazy(() =>
  import("./features/history/screen.tsx").then((module) => ({ default: module.HistoryScreen })),
);
const Settings = lazy(() =>
  import("./features/settings/screen.tsx").then((module) => ({ default: module.SettingsScreen })),
);
const Calendar = lazy(() =>
  import("./features/calendar-view/screen.tsx").then((module) => ({ default: module.CalendarScreen })),
);

const PublicCalendar = lazy(() =>
  import("./features/public-calendar/screen.tsx").then((module) => ({
    default: module.PublicCalendarScreen,
  })),
);

const views = {
  month: lazy(() =>
    import("./features/month-view/screen.tsx").then((module) => ({ default: module.MonthScreen })),
  ),
  year: lazy(() =>
    import("./features/year-view/screen.tsx").then((module) => ({ default: module.YearScreen })),
  ),
};

/** Every page of the app (PRODUCT.md section 2), and who may see it. */
export const Routes = () => (
  <Switch>
    <Route path="/c/:token">{({ token }) => <PublicCalendar token={token} />}</Route>
    <Route component={OwnRoutes} />
  </Switch>
);

function OwnRoutes() {
  const state = useSessionState();
  if (state.status === "loading") return null;
  if (state.status === "failed") return <Unreachable />;
  if (state.session.setupNeeded) return <Setup />;
  if (!state.session.account) return <SignedOut />;
  return (
    <ImportDropZone accountId={state.session.account.id}>
      <Switch>
        <Route path="/signin">
          <Redirect to="/" replace />
        </Route>
        <Route path="/setup">
          <Redirect to="/" replace />
        </Route>
        <Route path="/settings/*?" component={Settings} />
        <Route path="/trash" component={Trash} />
        <Route path="/history/:id">{({ id }) => <History id={id} />}</Route>
        <Route>
          <Calendar views={views} />
        </Route>
      </Switch>
    </ImportDropZone>
  );
}

/** Whatever page was asked for is opened after signing in, because the address stays. */
const SignedOut = () => <SignIn />;
