import { Route, Switch } from "wouter";
import { page } from "./ui/part.tsx";

const accountLink = page(() =>
  import("./features/account-link/screen.tsx").then((it) => it.AccountLinkScreen),
);
const askLink = page(() => import("./features/account-link/screen.tsx").then((it) => it.AskLinkScreen));
const joinHousehold = page(() =>
  import("./features/account-link/screen.tsx").then((it) => it.JoinHouseholdScreen),
);
const changeAddress = page(() =>
  import("./features/change-address/screen.tsx").then((it) => it.ChangeAddressScreen),
);
const connectDevice = page(() =>
  import("./features/connect-device/screen.tsx").then((it) => it.ConnectDeviceScreen),
);
const door = page(() => import("./features/door/screen.tsx").then((it) => it.DoorScreen));
const publicCalendar = page(() =>
  import("./features/public-calendar/screen.tsx").then((it) => it.PublicCalendarScreen),
);
const restoreAccount = page(() =>
  import("./features/restore-account/screen.tsx").then((it) => it.RestoreAccountScreen),
);

/** What opens by a link with a token in it, whoever follows it; the first part of the path stands in routes.tsx, too. */
export const LinkPages = () => (
  <Switch>
    <Route path="/address/:token">{({ token }) => <changeAddress.Component token={token} />}</Route>
    <Route path="/c/:token">{({ token }) => <publicCalendar.Component token={token} />}</Route>
    <Route path="/connect/:token">{({ token }) => <connectDevice.Component token={token} />}</Route>
    <Route path="/h">
      <joinHousehold.Component code="" />
    </Route>
    <Route path="/h/:token">{({ token }) => <joinHousehold.Component key={token} code={token} />}</Route>
    <Route path="/invite/:token">
      {({ token }) => <accountLink.Component kind="invitation" token={token} />}
    </Route>
    <Route path="/reset">
      <askLink.Component />
    </Route>
    <Route path="/reset/:token">{({ token }) => <accountLink.Component kind="reset" token={token} />}</Route>
    <Route path="/restore/:token">{({ token }) => <restoreAccount.Component token={token} />}</Route>
    <Route path="/wall/:token">{({ token }) => <door.Component token={token} />}</Route>
  </Switch>
);
