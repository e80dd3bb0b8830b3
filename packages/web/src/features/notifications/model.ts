import { part } from "../../ui/part.tsx";

/** The bell, once the first page stands: nobody looks at notifications before that. */
export const { Soon: NotificationBell } = part(() =>
  import("./screen.tsx").then((it) => it.NotificationBell),
);
