import { Redirect, Route, Switch } from "wouter";
import { ImportDrop } from "./features/import/screen.tsx";
import { Unreachable } from "./features/shell/screen.tsx";
import { useSessionState } from "./store/session.ts";
import { useHeldInput } from "./ui/held-input.ts";
import { firstPage, page } from "./ui/part.tsx";

const signIn = firstPage(() => import("./features/sign-in/screen.tsx").then((it) => it.SignInScreen));
const goOn = page(() => import("./features/sign-in/screen.tsx").then((it) => it.GoOn));
const setup = page(() => import("./features/setup/screen.tsx").then((it) => it.SetupScreen));
const settings = page(() => import("./features/settings/screen.tsx").then((it) => it.SettingsScreen));
const beside = page(() => import("./features/settings/screen.tsx").then((it) => it.BesideSettings));
const bookingPages = page(() => import("./own-pages.tsx").then((it) => it.BookingPagesScreen));
const polls = page(() => import("./own-pages.tsx").then((it) => it.PollsScreen));
const trash = page(() => import("./own-pages.tsx").then((it) => it.TrashScreen));
const signUp = page(() => import("./features/sign-up/screen.tsx").then((it) => it.SignUpScreen));
const history = page(() => import("./features/history/screen.tsx").then((it) => it.HistoryScreen));
const bookablePages = page(() => import("./bookable-pages.tsx").then((it) => it.BookablePages));
const calendar = firstPage(() =>
  import("./features/calendar-view/screen.tsx").then(async (module) => {
    await module.fetchFrame();
    return module.CalendarScreen;
  }),
);
const month = page(() => import("./features/month-view/screen.tsx").then((module) => module.MonthScreen));
/** `/c`, `/invite` and their like: what whoever holds a link is shown, signed in or not. */
const linkPages = page(() => import("./link-pages.tsx").then((it) => it.LinkPages));

const soon = page(() => import("./features/soon/screen.tsx").then((module) => module.SoonScreen));

const views = {
  weeks: month.Component,
  month: month.Component,
  year: page(() => import("./features/year-view/screen.tsx").then((it) => it.YearScreen)).Component,
  tasks: page(() => import("./features/tasks/tasks-page.tsx").then((it) => it.TasksPage)).Component,
  bookables: page(() => import("./features/bookables/screen.tsx").then((it) => it.BookablesView)).Component,
  search: page(() => import("./features/search/search-page.tsx").then((it) => it.SearchPage)).Component,
  soon: soon.Component,
};

const CALENDAR = /^\/(?:(?:days?|workweek|weeks?|month|year|soon|tasks|search|bookables|event)\b|$)/;

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
export function Routes() {
  const state = useSessionState();
  const isSignedIn = state.status === "ready" && state.session.account !== null;
  useHeldInput(state.status !== "loading", isSignedIn);
  return (
    <Switch>
      <Route
        path={/^\/(?:address|c|connect|h|invite|reset|restore|wall)(?:\/|$)/}
        component={linkPages.Component}
      />
      <Route component={OwnRoutes} />
    </Switch>
  );
}

function OwnRoutes() {
  const state = useSessionState();
  if (state.status === "loading") return null;
  if (state.status === "failed") return <Unreachable />;
  if (state.session.setupNeeded) return <setup.Component />;
  const { account } = state.session;
  if (!account) return <signIn.Component />;
  return (
    <>
      <ImportDrop accountId={account.id} />
      <Switch>
        <Route path="/signin">
          <goOn.Component />
        </Route>
        <Route path="/setup">
          <Redirect to="/soon" replace />
        </Route>
        <Route path="/settings/*?" component={settings.Component} />
        <Route path="/admin/*?" component={settings.Component} />
        <Route path="/booking-pages">
          <beside.Component path="/booking-pages">
            <bookingPages.Component accountId={account.id} />
          </beside.Component>
        </Route>
        <Route path="/polls/*?">
          <beside.Component path="/polls" isWide>
            <polls.Component accountId={account.id} />
          </beside.Component>
        </Route>
        <Route path="/trash">
          <beside.Component path="/trash">
            <trash.Component />
          </beside.Component>
        </Route>
        <Route path="/sign-up/:accountId/:signUpId">
          {(of) => (
            <beside.Component>
              <signUp.Component {...of} />
            </beside.Component>
          )}
        </Route>
        <Route path="/history/:id">
          {({ id }) => (
            <beside.Component>
              <history.Component id={id} />
            </beside.Component>
          )}
        </Route>
        <Route path={/^\/bookables\/(?:.+\/)?[a-z]+$/} component={bookablePages.Component} />
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
