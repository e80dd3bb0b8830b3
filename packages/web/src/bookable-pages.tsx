import { Redirect, Route, Switch } from "wouter";
import { NewBookableScreen, ReportScreen, RulesScreen } from "./features/bookables/screen.tsx";
import { BoardPrint } from "./features/print/screen.tsx";
import { BesideSettings } from "./features/settings/screen.tsx";

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
      <Route>
        <Redirect to="/bookables" replace />
      </Route>
    </Switch>
  </BesideSettings>
);
