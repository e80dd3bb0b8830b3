import { ListChecks } from "lucide-react";
import { lazy, Suspense } from "react";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import type { SignUpFieldsProps } from "./sign-up-fields.tsx";

const SignUpFields = lazy(() =>
  import("./sign-up-fields.tsx").then((module) => ({ default: module.SignUpFields })),
);

/** The lines of the editor for an event that people put themselves down for. */
export const EditorSignUp = (props: SignUpFieldsProps) => (
  <EditorRow icon={<ListChecks {...rowIcon} />}>
    <Suspense>
      <SignUpFields {...props} />
    </Suspense>
  </EditorRow>
);
