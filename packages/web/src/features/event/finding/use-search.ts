import { useState } from "react";
import type { Plan } from "../availability/use-plan.ts";
import type { EventDraft } from "../draft/draft.ts";
import { useProposal } from "./use-proposal.ts";
import { useRoomPick } from "./use-room-pick.ts";
import { useSoughtRooms } from "./use-sought-rooms.ts";

/** Returns what a time is sought among: people, and the rooms of which one is wanted, with the time and room that are proposed. */
export function useSearch(ofPeople: Plan, draft: EventDraft, uid: string | null) {
  const [length, setLength] = useState(ofPeople.span.end - ofPeople.span.start);
  const rooms = useSoughtRooms(draft, uid, ofPeople.span, length);
  const plan: Plan = {
    ...ofPeople,
    rows: [...ofPeople.rows, ...rooms.rows],
    // Nothing is suggested before all have answered.
    state: rooms.state === "known" ? ofPeople.state : null,
  };
  const proposal = useProposal(plan, length, setLength);
  const pick = useRoomPick(rooms, proposal.proposal, draft, uid);
  return { plan, rooms, proposal, pick };
}
