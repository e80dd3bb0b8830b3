import { Check, Minus, Plus } from "lucide-react";
import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  Popover,
  Separator,
  type MenuSectionProps,
  type PopoverProps,
} from "react-aria-components";
import styles from "./menu.module.css";

interface MenuProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly placement?: PopoverProps["placement"];
}

/** The list of a RAC `MenuTrigger`; put it beside the trigger's button. */
export function Menu({ label, children, placement = "bottom end" }: MenuProps) {
  return (
    <Popover className={styles.popover ?? ""} placement={placement} offset={6}>
      <AriaMenu aria-label={label} className={styles.menu ?? ""}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

interface MenuAtProps extends MenuProps {
  /** the element next to which it opens */
  readonly anchor: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** A menu without a button of its own, open while it is rendered: for a place or a thing on the page. */
export function MenuAt({ label, anchor, onClose, children, placement = "bottom start" }: MenuAtProps) {
  return (
    <Popover
      className={styles.popover ?? ""}
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement={placement}
      offset={2}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was asked for takes the keys */}
      <AriaMenu aria-label={label} className={styles.menu ?? ""} autoFocus="first" onClose={onClose}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

interface MenuItemProps {
  readonly id?: string;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly hint?: ReactNode;
  readonly danger?: boolean;
  readonly href?: string;
  readonly onAction?: () => void;
}

/** One line of a menu. In a section with a selection it shows a tick when chosen. */
export function MenuItem({ children, icon, hint, danger, ...rest }: MenuItemProps) {
  const text = typeof children === "string" ? { textValue: children } : {};
  return (
    <AriaMenuItem {...rest} {...text} className={styles.item ?? ""} data-danger={danger || undefined}>
      {({ selectionMode, isSelected }) => (
        <>
          {selectionMode === "none" ? (
            icon
          ) : (
            <span className={styles.tick}>{isSelected ? <Check size={15} strokeWidth={2} /> : null}</span>
          )}
          <span className={styles.text}>{children}</span>
          {hint ? <span className={styles.hint}>{hint}</span> : null}
        </>
      )}
    </AriaMenuItem>
  );
}

interface MenuStepperProps {
  readonly label: string;
  /** the label with the number, and by which keys it is changed */
  readonly name: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** what the number says is what is shown */
  readonly isChosen: boolean;
  readonly onChange: (value: number) => void;
  /** the item itself was pressed */
  readonly onAction: () => void;
}

/**
 * A number inside a menu. A menu holds nothing but items, so the item is one stop: the arrows to the sides and the signs at
 * its end change the number, and the menu stays open.
 */
export function MenuStepper(props: MenuStepperProps) {
  const { label, name, value, least, most, isChosen, onChange, onAction } = props;
  const step = (by: number): void => {
    const next = value + by;
    if (next >= least && next <= most) onChange(next);
  };
  // React Aria passes it on to the item, and only its type does not say so.
  const keys: object = {
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowRight: 1, ArrowLeft: -1, "+": 1, "-": -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      step(by);
    },
  };
  const sign = (by: 1 | -1) => ({
    "data-step": by,
    "data-off": (by === 1 ? value >= most : value <= least) || undefined,
    // The item below would be pressed as well.
    onPointerDown: stay,
    onPointerUp: stay,
    onMouseDown: (event: SyntheticEvent) => {
      event.preventDefault();
      stay(event);
    },
    onClick: (event: SyntheticEvent) => {
      stay(event);
      step(by);
    },
  });
  return (
    <AriaMenuItem
      aria-label={name}
      textValue={label}
      className={styles.item ?? ""}
      onAction={onAction}
      {...keys}
    >
      <span className={styles.tick}>{isChosen ? <Check size={15} strokeWidth={2} /> : null}</span>
      <span className={styles.text}>{label}</span>
      <span className={styles.stepper} aria-hidden>
        <i {...sign(-1)}>
          <Minus size={13} strokeWidth={2} />
        </i>
        <b>{value}</b>
        <i {...sign(1)}>
          <Plus size={13} strokeWidth={2} />
        </i>
      </span>
    </AriaMenuItem>
  );
}

const stay = (event: SyntheticEvent): void => event.stopPropagation();

interface MenuSelectionProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly children: ReactNode;
}

/** One of a few choices inside a menu; the ids of the items are the values. */
export function MenuSelection<T extends string>({ label, value, onChange, children }: MenuSelectionProps<T>) {
  const choose: MenuSectionProps<object>["onSelectionChange"] = (keys) => {
    if (keys === "all") return;
    const [key] = keys;
    if (typeof key === "string") onChange(key as T);
  };
  return (
    <AriaMenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={choose}
    >
      <Header className={styles.header ?? ""}>{label}</Header>
      {children}
    </AriaMenuSection>
  );
}

interface MenuGroupProps {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

/** Items under a heading of two lines: whose they are, and more about that. */
export const MenuGroup = ({ title, note, children }: MenuGroupProps) => (
  <AriaMenuSection>
    <Header className={styles.who ?? ""}>
      <b>{title}</b>
      <span>{note}</span>
    </Header>
    {children}
  </AriaMenuSection>
);

export const MenuLine = () => <Separator className={styles.line ?? ""} />;

interface MenuSwitchesProps {
  readonly label: string;
  /** the ids of the items that are on */
  readonly on: readonly string[];
  readonly onChange: (on: readonly string[]) => void;
  readonly children: ReactNode;
}

/** Menu items that are each on or off; the menu stays open while they are pressed. */
export const MenuSwitches = ({ label, on, onChange, children }: MenuSwitchesProps) => (
  <AriaMenuSection
    aria-label={label}
    selectionMode="multiple"
    shouldCloseOnSelect={false}
    selectedKeys={on}
    onSelectionChange={(keys) => onChange(keys === "all" ? on : [...keys].map(String))}
  >
    {children}
  </AriaMenuSection>
);
