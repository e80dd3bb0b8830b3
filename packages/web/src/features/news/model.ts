import { laterPart } from "../../ui/later-part.tsx";

/** The bell, once the first page stands: nobody looks for news before. */
export const NewsBell = laterPart<{ readonly size?: 44 }>(() =>
  import("./screen.tsx").then((module) => module.NewsBell),
);
