import { useState } from "react";
import { useRoute } from "wouter";
import { part } from "../../../ui/part.tsx";
import type { CalendarPageState } from "../page/use-calendar-page.ts";

const opener = part(() => import("./open-linked.tsx").then((it) => it.OpenLinked));

/** Follows `/event/:id` to the event's week and opens it there. */
export function LinkedEvent({ page }: { readonly page: CalendarPageState }) {
  const [isLink, params] = useRoute("/event/:id");
  const asked = isLink ? params.id : null;
  const [id, setId] = useState(asked);
  // The address becomes the week's before the event opens.
  if (asked !== null && asked !== id) setId(asked);
  if (id === null) return null;
  return <opener.Component key={id} id={id} page={page} onDone={() => setId(null)} />;
}
