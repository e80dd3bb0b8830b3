import { laterPart } from "../../ui/later-part.tsx";

/**
 * What becomes of changes on their way. It comes with what sends them, and before anybody asks: without a network none of
 * it could be fetched.
 */
export const ChangesUnderWay = laterPart(async () => {
  const [{ ChangesUnderWay: Shown }] = await Promise.all([
    import("./components/changes-under-way.tsx"),
    import("../../store/queue/change-sender.ts"),
    import("../../api/write-items.ts"),
  ]);
  return Shown;
});

export { showChanges } from "./open-changes.ts";
