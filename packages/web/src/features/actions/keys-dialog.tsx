import type { MessageKey } from "@snart/locales/keys.ts";
import { Fragment } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { keysOf, type KeyedAction } from "./model.ts";
import styles from "./keys-dialog.module.css";

const isMac = (): boolean => /Mac/.test(navigator.platform);

/** A line: an action with its single keys and others, or what the focused element or the whole page does with keys. */
type Line =
  | { readonly action: KeyedAction; readonly also?: string }
  | { readonly name: MessageKey; readonly keys: string };

const of = (...actions: readonly KeyedAction[]): readonly Line[] => actions.map((action) => ({ action }));

/** The groups of the list; what has no single key works whether or not these are switched off. */
const GROUPS: readonly (readonly [MessageKey, readonly Line[]])[] = [
  ["keys.group.time", [...of("today", "previous", "next", "cursor"), { name: "keys.step", keys: "← →" }]],
  [
    "keys.group.views",
    of(
      "dayView",
      "dayByCalendar",
      "dayByPerson",
      "weekView",
      "workWeekView",
      "daysView",
      "monthView",
      "weeksView",
      "yearView",
      "soonView",
      "tasksView",
    ),
  ],
  [
    "keys.group.events",
    [
      { action: "new" },
      { name: "keys.walk", keys: "← ↑ → ↓" },
      { name: "keys.open", keys: "Enter" },
      { name: "keys.edit", keys: "E" },
      { name: "keys.delete", keys: "Del" },
      { name: "keys.menu", keys: "Shift+F10" },
      { name: "keys.copyPaste", keys: "Ctrl+C Ctrl+V" },
      { name: "keys.choose", keys: "Shift+← Shift+→" },
      { name: "keys.answer", keys: "A Y/M/N" },
      { name: "keys.reading", keys: "P L J" },
      { name: "keys.carry", keys: "Space" },
      { name: "keys.intoDay", keys: "Space" },
    ],
  ],
  [
    "keys.group.find",
    [
      { action: "find", also: "Ctrl+K" },
      { action: "undo", also: "Ctrl+Z" },
    ],
  ],
  [
    "keys.group.page",
    [
      { name: "keys.fold", keys: "[ ]" },
      { name: "keys.landmark", keys: "F6" },
      { name: "keys.print", keys: "Ctrl+P" },
      { action: "keys" },
    ],
  ],
];

interface KeysDialogProps {
  /** single keys are switched off in the settings */
  readonly isOff: boolean;
  readonly onClose: () => void;
}

/** All keys at a glance. */
export function KeysDialog({ isOff, onClose }: KeysDialogProps) {
  const t = useMessages();
  return (
    <Dialog
      title={t("keys.title")}
      isOpen
      onClose={onClose}
      width={880}
      footer={
        <Button size={36} onClick={onClose}>
          {t("keys.close")}
        </Button>
      }
    >
      {isOff ? <p>{t("keys.off")}</p> : null}
      <div className={styles.groups}>
        {GROUPS.map(([heading, lines]) => (
          <KeyGroup key={heading} heading={heading} lines={lines} isOff={isOff} />
        ))}
      </div>
    </Dialog>
  );
}

interface KeyGroupProps extends Pick<KeysDialogProps, "isOff"> {
  readonly heading: MessageKey;
  readonly lines: readonly Line[];
}

function KeyGroup({ heading, lines, isOff }: KeyGroupProps) {
  const t = useMessages();
  const rows = lines
    .map((line) => ({
      name: "action" in line ? t(`action.${line.action}`) : t(line.name),
      keys: keysOfLine(line, isOff),
    }))
    .filter(({ keys }) => keys.length > 0);
  if (rows.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>{t(heading)}</h3>
      <dl className={styles.keys}>
        {rows.map(({ name, keys }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function keysOfLine(line: Line, isOff: boolean): readonly string[] {
  const keys =
    "action" in line
      ? [...(isOff ? [] : keysOf(line.action)), ...(line.also ? [line.also] : [])]
      : line.keys.split(" ");
  return keys.map((key) => key.replace("Ctrl", isMac() ? "⌘" : "Ctrl"));
}
