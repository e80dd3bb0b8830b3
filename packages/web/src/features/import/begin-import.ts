import { Observable } from "../../store/sync/observable.ts";

/** Whether an import has been begun on this page; `unreachable` when what it needs could not be fetched. */
export type ImportBegun = "no" | "yes" | "unreachable";

export const importBegun = new Observable<ImportBegun>("no");

/** Begins an import with files that were chosen or dropped. All that it needs is fetched only now. */
export async function offerFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  try {
    const flow = await import("./import-flow.ts");
    importBegun.set("yes");
    await flow.offerFiles(files);
  } catch {
    importBegun.set("unreachable");
  }
}
