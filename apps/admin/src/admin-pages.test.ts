import { contract, type Endpoint, mayCall, roles } from "@uola/contract";
import { expect, test } from "vitest";
import { pages } from "./admin-pages.ts";

/**
 * The first operation called by each page of the menu: a role that may open the page may call it,
 * so that no menu item leads to a refusal.
 */
const reads: Record<string, string> = {
  overview: "reports.overview",
  admin: "bookings.setPayment",
  desk: "orders.refund",
  calendar: "schedules.rules",
  attendance: "bookings.sessionAttendance",
  content: "editing.collections",
  "media-library": "media.list",
  services: "services.create",
  members: "members.query",
  staff: "resources.createStaff",
  rules: "policies.create",
  gym: "business.update",
  webhooks: "webhooks.list",
  views: "measuring.views",
  errors: "errorReports.query",
  coupons: "coupons.query",
  vouchers: "vouchers.query",
  orders: "orders.query",
  documents: "documents.months",
  reports: "reports.read",
  changes: "history.search",
  passes: "passes.query",
  "desk-close": "desk.takings",
};
const team = roles.filter((role) => role !== "visitor" && role !== "member");
const menu = Object.entries(pages).flatMap(([name, { team }]) => (team ? [[name, team.roles ?? []] as const] : []));

test.each(menu)("the page %s is open to exactly the roles that may call its first operation", (name, allowed) => {
  const [feature = "", operation = ""] = (reads[name] ?? "").split(".");
  const groups: Record<string, Record<string, Endpoint>> = contract;
  const endpoint = groups[feature]?.[operation];
  expect(endpoint, reads[name]).toBeDefined();
  expect(team.filter((role) => role === "owner" || allowed.some((each) => each === role))).toEqual(
    team.filter((role) => mayCall(role, endpoint as Endpoint)),
  );
});
