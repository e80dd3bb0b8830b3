import { startOfWeek } from "@snart/calendar/time/local.ts";
import { Redirect, Route, Switch } from "wouter";
import { boardPath } from "./features/bookables/model.ts";
import { NewBookableScreen, ReportScreen, RulesScreen } from "./features/bookables/screen.tsx";
import { BoardPrint, DoorSign } from "./features/print/screen.tsx";
import { BesideSettings } from "./features/settings/screen.tsx";
import { clockNow } from "./i18n/clock.ts";
import { useViewerZone } from "./i18n/viewer-zone.ts";

/** The pages for who looks after what can be booked: within the frame of the settings. */
export const BookablePages = () => (
  <BesideSettings isWide>
    <Switch>
      <Route path="/bookables/new" component={NewBookableScreen} />
      <Route path="/bookables/:id/rules">{({ id }) => <RulesScreen key={id} id={id} />}</Route>
      <Route path="/bookables/:id/report">{({ id }) => <ReportScreen key={id} id={id} />}</Route>
      <Route path="/bookables/:id/:year-Wnn/print">
        {(of) => <BoardPrint id={of.id} week={of["year-Wnn"]} />}
      </Route>
      <Route path="/bookables/:id/sign">{({ id }) => <DoorSign key={id} id={id} />}</Route>
      <Route path="/bookables/:id/now">{({ id }) => <ThisWeek id={id} />}</Route>
      <Route>
        <Redirect to="/bookables" replace />
      </Route>
    </Switch>
  </BesideSettings>
);

/** The address that stands on paper: where a thing is booked, in whichever week it is read. */
function ThisWeek({ id }: { readonly id: string }) {
  const today = useViewerZone().toLocal(clockNow());
  return <Redirect to={boardPath(id, startOfWeek(today))} replace />;
}
