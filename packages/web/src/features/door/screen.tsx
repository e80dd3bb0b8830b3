import type { DoorRecord } from "@snart/calendar/jmap/door.ts";
import type { WallRecord } from "@snart/calendar/jmap/wall.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../i18n/messages.ts";
import { machineZone } from "../../i18n/viewer-zone.ts";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { Door } from "./door.tsx";
import { useDoor } from "./use-door.ts";
import { useNight } from "./use-night.ts";
import { Wall } from "./wall/wall.tsx";
import styles from "./door.module.css";

/** A screen at a door or on a wall: what is booked, or what is in some calendars, without signing in; dark from sunset. */
export function DoorScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const [state, reload] = useDoor(token);
  useDocumentTitle(state.kind === "ready" ? state.shown.name : t("door.title"));
  useNight((state.kind === "ready" ? zoneOf(state.shown) : undefined) ?? machineZone());
  if (state.kind === "ready") {
    const { shown, ...rest } = state;
    if (shown.kind === "wall") return <Wall wall={shown} {...rest} />;
    return <Door door={shown} {...rest} token={token} reload={reload} />;
  }
  return (
    <main className={styles.note}>
      {state.kind === "gone" ? (
        <>
          <h1>{t("door.gone")}</h1>
          <p>{t("door.goneBody")}</p>
        </>
      ) : (
        <p aria-live="polite">{t(state.kind === "loading" ? "door.loading" : "door.unreachable")}</p>
      )}
    </main>
  );
}

/** Where it hangs, as far as its clocks tell. */
const zoneOf = (shown: DoorRecord | WallRecord) =>
  ianaZone((shown.kind === "wall" ? shown : shown.things[0])?.timeZone ?? "");
