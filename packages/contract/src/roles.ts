/** The roles of people at the gym. All roles after `member` are team roles. */
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

/**
 * Permissions that differ within an operation, in addition to who may call it: the same response
 * contains more data, or more changes are allowed.
 */
export const rolePermissions = {
  /** Sees every booking, person and waiting list, and has no booking limits. */
  seesBookings: ["trainer", "desk", "owner"],
  /**
   * Makes and changes other people's bookings on behalf of the gym: at any time, and regardless of
   * policies.
   */
  managesBookings: ["desk", "owner"],
  /** Sells, takes payments, and reads and changes the vouchers, passes, coupons and orders of others. */
  sells: ["desk", "owner"],
  /** Reads drafts, and writes to collections that allow CMS_EDITOR. */
  writesContent: ["trainer", "editor", "owner"],
  /** Adds and removes images and other files. */
  keepsMedia: ["editor", "owner"],
  /** Does the bookkeeping: documents, closing of months, refunds by transfer. */
  keepsBooks: ["accountant", "owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Power = keyof typeof rolePermissions;

export const hasPower = (power: Power, { role }: { role: Role }): boolean =>
  (rolePermissions[power] as readonly Role[]).includes(role);
