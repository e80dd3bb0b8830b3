export { BookablesScreen } from "./overview.tsx";
export { BoardScreen } from "./board-screen.tsx";
