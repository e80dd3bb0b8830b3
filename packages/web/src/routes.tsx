import { lazy, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { forgetEarlyDrop, ImportDrop } from "./features/import/screen.tsx";
import { TasksScreen } from "./features/tasks/screen.tsx";
import { Unreachable } from "./features/shell/screen.tsx";
import { useSessionState } from "./store/session.ts";
import { takeEarlyKeys } from "./ui/early-keys.ts";
import { part } from "./ui/part.tsx";

const SignIn = lazy(() =>
  import("./features/sign-in/screen.tsx").then((module) => ({ default: module.SignInScreen })),
);
const Setup = lazy(() =>
  import("./features/setup/screen.tsx").then((module) => ({ default: module.SetupScreen })),
);
const Settings = lazy(() =>
  import("./features/settings/screen.tsx").then((module) => ({ default: module.SettingsScreen })),
);
const Trash = lazy(() =>
  import("./features/trash/screen.tsx").then((module) => ({ default: module.TrashScreen })),
);
const SignUp = lazy(() =>
  import("./features/sign-up/screen.tsx").then((module) => ({ default: module.SignUpScreen })),
);
const History = lazy(() =>
  import("./features/history/screen.tsx").then((module) => ({ default: module.HistoryScreen })),
);
const calendar = part(() =>
  import("./features/calendar-view/screen.tsx").then(async (module) => {
    await module.fetchFrame();
    return module.CalendarScreen;
  }),
);
const month = part(() => import("./features/month-view/screen.tsx").then((module) => module.MonthScreen));
/** `/c`, `/invite` and their like: what whoever holds a link is shown, signed in or not. */
const LinkPages = lazy(() => import("./link-pages.tsx").then((module) => ({ default: module.LinkPages })));

const soon = part(() => import("./features/soon/screen.tsx").then((module) => module.SoonScreen));

const views = {
  weeks: month.Component,
  month: month.Component,
  year: lazy(() =>
    import("./features/year-view/screen.tsx").then((module) => ({ default: module.YearScreen })),
  ),
  tasks: TasksScreen,
  soon: soon.Component,
};

const CALENDAR = /^\/(?:(?:days?|workweek|weeks?|month|year|soon|tasks|event)\b|$)/;

/**
 * Fetches what the calendar is drawn with for someone who is signed in, so that it is drawn without a fallback.
 */
export async function fetchPage(path: string): Promise<void> {
  if (!CALENDAR.test(path)) return;
  const parts = [calendar, ...(path === "/soon" ? [soon] : /^\/(?:month|weeks)\//.test(path) ? [month] : [])];
  // What could not be fetched is asked for again when it is drawn, which then says what is wrong.
  await Promise.allSettled(parts.map((it) => it.fetch()));
}

/** Every page of the app (docs/specification.md §2), and who may see it. */
export const Routes = () => (
  <Switch>
    <Route path={/^\/(?:c|connect|invite|reset|restore)(?:\/|$)/} component={LinkPages} />
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
    <>
      <ImportDrop accountId={state.session.account.id} />
      <Switch>
        <Route path="/signin">
          <Redirect to="/" replace />
        </Route>
        <Route path="/setup">
          <Redirect to="/" replace />
        </Route>
        <Route path="/settings/*?" component={Settings} />
        <Route path="/admin/*?" component={Settings} />
        <Route path="/trash" component={Trash} />
        <Route path="/sign-up/:accountId/:signUpId">{(of) => <SignUp {...of} />}</Route>
        <Route path="/history/:id">{({ id }) => <History id={id} />}</Route>
        <Route path="/event/:id">
          <calendar.Component views={views} />
        </Route>
        <Route>
          <calendar.Component views={views} />
        </Route>
      </Switch>
    </>
  );
}

/** Whatever page was asked for is opened after signing in, because the address stays. */
function SignedOut() {
  useEffect(() => {
    forgetEarlyDrop();
    takeEarlyKeys();
  }, []);
  return <SignIn />;
}
