import { useLocation } from "wouter";
import { BoardScreen } from "./board-screen.tsx";
import { BookablesScreen } from "./overview.tsx";

/** What can be booked, within the frame of the calendar: all of it, or the week of one thing. */
export function BookablesView() {
  const [path] = useLocation();
  const [, id, week] = /^\/bookables\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return id !== undefined && week !== undefined ? <BoardScreen id={id} week={week} /> : <BookablesScreen />;
}
