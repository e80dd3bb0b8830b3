import type { Draw, DrawEntry } from "../../records/draws.ts";
import { columnsOf } from "../columns.ts";

export const draw = columnsOf<Draw>()({
  id: "plain",
  accountId: "plain",
  state: "plain",
  periodFrom: "plain",
  periodTo: "plain",
  opensAt: "plain",
  closesAt: "plain",
  seed: "plain",
  commitment: "plain",
  file: "plain",
  digest: "plain",
  drawnAt: "plain",
  createdAt: "plain",
});

export const drawEntry = columnsOf<DrawEntry>()({
  drawId: "plain",
  partyId: "plain",
  state: "plain",
  askedBy: "plain",
  acceptedRules: "plain",
  wishes: "json",
  number: "plain",
  got: "plain",
  changedAt: "plain",
});
