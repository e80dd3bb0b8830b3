/** placeholder while the panel is being built */
export function EventEditor(_props: { editing: unknown; desk: unknown; calendars: unknown }) {
  return null;
}
