// Runs before the first paint, so that a chosen theme or language never flashes the other one.
try {
  const theme = localStorage.getItem("snart.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the system's theme is used.
}
