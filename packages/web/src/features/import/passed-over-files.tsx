import { useMessages } from "../../i18n/messages.ts";
import { LeftOutList } from "./left-out-list.tsx";
import type { PassedOver } from "./import-files.ts";

/** Lists the files of an archive that hold no calendar, so that nobody believes that they were imported. */
export function PassedOverFiles({ files }: { readonly files: readonly PassedOver[] }) {
  const t = useMessages();
  if (files.length === 0) return null;
  return (
    <LeftOutList
      heading={t("import.passedOver")}
      items={files.map(({ name, kind }) => ({ name, aside: null, reason: t(`import.passedOver.${kind}`) }))}
      count={files.length}
    />
  );
}
