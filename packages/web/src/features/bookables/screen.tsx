export { BookablesScreen } from "./overview.tsx";
export { BoardScreen } from "./board-screen.tsx";
export { RulesScreen } from "./rules/rules-screen.tsx";
export { NewBookableScreen } from "./setup/setup-screen.tsx";
