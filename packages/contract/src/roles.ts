/** What somebody is to the gym. Everybody after `member` is of the team. */
export const roles = ["visitor", "member", "trainer", "desk", "editor", "accountant", "owner"] as const;
export type Role = (typeof roles)[number];

/** The roles an account can have. */
export const accountRoles = roles.slice(1) as Exclude<Role, "visitor">[] as [
  "member",
  "trainer",
  "desk",
  "editor",
  "accountant",
  "owner",
];

export const isTeam = (role: Role): boolean => role !== "visitor" && role !== "member";

/** What differs within operations, beside who may call them: the same answer shows more, or the same change may go further. */
export const powers = {
  /** Sees every booking, person and waiting list, and has no limits of its own. */
  seesBookings: ["trainer", "desk", "owner"],
  /** Makes and changes other people's bookings as the gym does: at any time, and beyond policies. */
  managesBookings: ["desk", "owner"],
  /** Sells, takes money, and reads and changes vouchers, passes, coupons and orders of others. */
  sells: ["desk", "owner"],
  /** Reads drafts and writes where a collection lets CMS_EDITOR. */
  writesContent: ["trainer", "editor", "owner"],
  /** Adds and removes pictures and other files. */
  keepsMedia: ["editor", "owner"],
  /** Keeps the books: documents, closed months, money to transfer back. */
  keepsBooks: ["accountant", "owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Power = keyof typeof powers;

export const hasPower = (power: Power, { role }: { role: Role }): boolean =>
  (powers[power] as readonly Role[]).includes(role);
