export { BookablesView } from "./bookables-view.tsx";
export { RulesScreen } from "./rules/rules-screen.tsx";
export { NewBookableScreen } from "./setup/setup-screen.tsx";
