import "./ui/tokens.css";
import "./ui/fonts.css";
import "./ui/calendar-colours.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { loadSession } from "./store/session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void loadSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
