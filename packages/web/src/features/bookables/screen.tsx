export { BookablesView } from "./bookables-view.tsx";
export { ReportScreen } from "./report/report-screen.tsx";
export { RuleList } from "./rules/rule-list.tsx";
export { useBookings, zoneOf } from "./use-bookings.ts";
export { RulesScreen } from "./rules/rules-screen.tsx";
export { NewBookableScreen } from "./setup/setup-screen.tsx";
