/** The rules of a laundry room: three passes a day, two coming bookings for each party over all rooms that wash. */
export const LAUNDRY = {
  mode: "slots",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  slotPlans: [
    {
      days: ["mo", "tu", "we", "th", "fr", "sa", "su"],
      passes: [
        { from: "07:00", to: "10:00" },
        { from: "10:00", to: "13:00" },
        { from: "13:00", to: "16:00" },
      ],
    },
  ],
  limits: [{ max: 2, of: "bookings", per: "upcoming", over: "wash" }],
  cancel: { until: "PT12H" },
};

/** A thing that anybody books at any time. */
export const ANY_TIME = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 };
