import { part } from "../../ui/part.tsx";

/** The bell, once the first page stands: nobody looks for news before. */
export const { Soon: NewsBell } = part(() => import("./screen.tsx").then((it) => it.NewsBell));
