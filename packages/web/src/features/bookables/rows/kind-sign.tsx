import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import {
  BedDouble,
  Bike,
  Car,
  Caravan,
  CircleParking,
  Coffee,
  DoorOpen,
  Dumbbell,
  Flame,
  Hammer,
  Monitor,
  Package,
  Phone,
  Sailboat,
  Utensils,
  WashingMachine,
} from "lucide-react";
import { kindOf, type Kind } from "./kind.ts";

const SIGNS = {
  laundry: WashingMachine,
  sauna: Flame,
  bed: BedDouble,
  car: Car,
  trailer: Caravan,
  boat: Sailboat,
  bike: Bike,
  phone: Phone,
  coffee: Coffee,
  hall: Utensils,
  tools: Hammer,
  gym: Dumbbell,
  parking: CircleParking,
  screen: Monitor,
  room: DoorOpen,
  thing: Package,
} as const satisfies Readonly<Record<Kind, unknown>>;

/** A small picture of a thing, beside its name, which says it. */
export function KindSign({ bookable }: { readonly bookable: BookableRecord }) {
  const Sign = SIGNS[kindOf(bookable)];
  return <Sign size={20} strokeWidth={1.6} aria-hidden />;
}
