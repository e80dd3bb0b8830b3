import { useLocation } from "wouter";
import { readLocalText } from "../../store/items/local-text.ts";
import { BoardScreen } from "./board-screen.tsx";
import { BookablesScreen } from "./overview.tsx";
import { RoomsScreen } from "./rooms/rooms-screen.tsx";

/** What can be booked, within the frame of the calendar: all of it, the week of one thing, or a day of all that is booked by the hour. */
export function BookablesView() {
  const [path] = useLocation();
  const [, date] = /^\/bookables\/day\/(\d{4}-\d{2}-\d{2})$/.exec(path) ?? [];
  const day = date === undefined ? undefined : readLocalText(date);
  if (day !== undefined) return <RoomsScreen key={day} day={day} />;
  const [, id, week] = /^\/bookables\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return id !== undefined && week !== undefined ? <BoardScreen id={id} week={week} /> : <BookablesScreen />;
}
