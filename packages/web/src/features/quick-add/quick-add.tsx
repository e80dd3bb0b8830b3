import { useState } from "react";
import { useAccount } from "../../store/session.ts";
import { usePhone } from "../../ui/use-media.ts";
import { keepLine, keptLine } from "./kept-line.ts";
import { QuickAddDialog } from "./quick-add-dialog.tsx";
import type { QuickAddProps } from "./quick-add-props.ts";
import { WordsSheet } from "./words-sheet.tsx";

/** One line of words becomes an event: in a sheet on a phone, above the page elsewhere. */
export function QuickAdd(props: QuickAddProps) {
  const onPhone = usePhone();
  const account = useAccount()?.id ?? "";
  const [line, setLine] = useState(props.words || (onPhone ? keptLine(account) : ""));
  const Frame = onPhone ? WordsSheet : QuickAddDialog;
  const onLine = (next: string): void => {
    // A sheet goes at a touch beside it.
    if (onPhone) keepLine(account, next);
    setLine(next);
  };
  return <Frame {...props} line={line} onLine={onLine} />;
}
