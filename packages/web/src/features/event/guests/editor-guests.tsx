import { Users } from "lucide-react";
import { lazy, Suspense } from "react";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import type { GuestsFieldProps } from "./guests-field.tsx";

const GuestsField = lazy(() => import("./guests-field.tsx").then((it) => ({ default: it.GuestsField })));

/** The line of the editor for those who are asked to it. */
export const EditorGuests = (props: GuestsFieldProps) => (
  <EditorRow icon={<Users {...rowIcon} />}>
    <Suspense>
      <GuestsField {...props} />
    </Suspense>
  </EditorRow>
);
