import {
  presetOf,
  presetsFor,
  repeatOfPreset,
  type RepeatPreset,
} from "@snart/calendar/recurrence/editor/rule-presets.ts";
import type { Item, JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { startOfDay } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { readLocalText } from "../../../store/items/local-text.ts";
import { zoneOfEvent } from "../../../store/items/span.ts";
import type { ShownTask } from "../../../store/tasks/shown-tasks.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { repeatFromJs, repeatToJs, usePresetText, useRepeatSentence } from "../../event/model.ts";
import { useTaskActions } from "../use-task-actions.tsx";

/** How a task repeats, from the presets; another rule is preserved and shown in words. */
export function TaskRepeat({ task }: { readonly task: ShownTask }) {
  const t = useMessages();
  const zone = useViewerZone();
  const presetText = usePresetText();
  const sentence = useRepeatSentence();
  const { change } = useTaskActions();
  const { event } = task.entry;
  const times: Item = event;
  // A series goes by its start, and by its due time where it has none (as Tasks.org writes it).
  const start = readLocalText(times.start ?? times.due ?? "");
  if (start === undefined) return null;
  const from =
    event.showWithoutTime === true
      ? { start: startOfDay(start), allDay: true }
      : { start, zone: zoneOfEvent(event, zone) };
  const rule = event.recurrenceRule;
  const repeat = rule ? repeatFromJs(rule, from) : ({ kind: "none" } as const);
  const preset = presetOf(repeat, start);
  const options: { readonly value: string; readonly label: string }[] = presetsFor(start).map((value) => ({
    value,
    label: presetText(value, start),
  }));
  if (preset === undefined) options.push({ value: "kept", label: sentence(repeat, from) });
  const choose = (value: string): void => {
    if (value === "kept") return;
    const next = repeatToJs(repeatOfPreset(value as RepeatPreset, start, noEnd), from);
    const gone = next || !event.recurrenceOverrides ? {} : { recurrenceOverrides: null };
    change(task, { recurrenceRule: (next ?? null) as JsonValue, ...gone });
  };
  return (
    <Select
      label={t("editor.repeat")}
      hideLabel
      look="quiet"
      value={preset ?? "kept"}
      options={options}
      onChange={choose}
    />
  );
}

const noEnd = { kind: "never" } as const;
