// Runs before the first paint, so that a chosen theme or language never flashes the other one.
try {
  const theme = localStorage.getItem("snart.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the system's theme is used.
}

// What is pressed before anything is drawn is meant for what will be: the calendar takes it up (ui/early-keys.ts).
globalThis.snartEarlyKeys = [];
addEventListener("keydown", function note({ key, ctrlKey, metaKey, altKey }) {
  const keys = globalThis.snartEarlyKeys;
  if (!keys || keys.length >= 200 || document.getElementById("root")?.hasChildNodes())
    removeEventListener("keydown", note);
  else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) keys.push(key);
});
