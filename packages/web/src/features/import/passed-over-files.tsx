import { useMessages } from "../../i18n/messages.ts";
import { LeftOutList } from "./left-out-list.tsx";
import type { PassedOver } from "./model.ts";

/** The files of an archive that no calendar can be read from, so that nobody believes them imported. */
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
