// Runs before the first paint, so that a chosen theme or language never flashes the other one.
try {
  const theme = localStorage.getItem("snart.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the system's theme is used.
}

// What is pressed or dropped before there is anything to hear it is kept and done again once there is: ui/held-input.ts.
const held = (globalThis.snartHeld = { holds: 1, events: [] });
const isPlainKey = ({ key, ctrlKey, metaKey, altKey, isComposing }) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !isComposing &&
  /^(.|Enter|Escape|Tab|Backspace|Delete|Arrow\w+)$/u.test(key);
addEventListener(
  "keydown",
  (event) => {
    const isTyped = event.target.matches?.("input, textarea, select, [contenteditable]") ?? false;
    const isHeld = held.events.length > 0 || (held.holds > 0 && !isTyped);
    if (!isHeld || !event.isTrusted || !isPlainKey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.events.push(event);
  },
  true,
);
for (const type of ["dragover", "drop"])
  addEventListener(
    type,
    (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Files are never opened in the place of the page.
      event.preventDefault();
      if (type === "dragover" || held.holds === 0) return;
      event.stopImmediatePropagation();
      held.events.push([...event.dataTransfer.files]);
    },
    true,
  );
