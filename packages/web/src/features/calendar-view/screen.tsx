/** The calendar. */
export function CalendarScreen() {
  return <main />;
}
