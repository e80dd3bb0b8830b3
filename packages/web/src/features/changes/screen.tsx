import { laterPart } from "../../ui/later-part.tsx";
import { useRedoKey } from "./use-redo-key.ts";

/**
 * It comes with what sends the changes, and before anybody asks: without a network none of it could be fetched.
 */
const Shown = laterPart(async () => {
  const [module] = await Promise.all([
    import("./changes-under-way.tsx"),
    import("../../store/queue/change-sender.ts"),
    import("../../api/items/write-items.ts"),
  ]);
  return module.ChangesUnderWay;
});

/** What becomes of changes on their way, and the key that does again what was undone, which is heard from the start. */
export function ChangesUnderWay() {
  useRedoKey();
  return <Shown />;
}

export { showChanges } from "./open-changes.ts";
