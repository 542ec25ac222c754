import { page, type Shared, type SiteTable } from "./loader/page.ts";

/** The name, address and hours that the header and the footer show. */
const business = {
  topics: ["business"],
  data: () => import("./pages/business.data.ts"),
} as const satisfies Shared<unknown>;

/** Every page of the site. What a row, a view and a data function are: see loader/page.ts. */
export const site: SiteTable = {
  pages: {
    home: page({
      path: "/",
      kind: "content",
      topics: ["availability", "services", "business"],
      view: () => import("./pages/home/home.tsx"),
      data: () => import("./pages/home/home.data.ts"),
    }),
    schedule: page({
      path: "/schedule/",
      aliases: ["/tvarkarastis/"],
      kind: "content",
      topics: ["availability", "services", "business"],
      search: ["week"],
      view: () => import("./pages/schedule/schedule.tsx"),
      data: () => import("./pages/schedule/schedule.data.ts"),
    }),
    booking: page({
      path: "/booking/",
      aliases: ["/rezervacija/"],
      kind: "app",
      topics: ["availability", "services", "business"],
      search: ["service"],
      shows: ["day", "session", "step", "done"],
      view: () => import("./pages/booking/booking.tsx"),
      data: () => import("./pages/booking/booking.data.ts"),
    }),
    private: page({
      path: "/booking/private/",
      aliases: ["/rezervacija/asmenine/"],
      kind: "app",
      topics: ["services", "business"],
      shows: ["kind", "done"],
      view: () => import("./pages/private/private.tsx"),
      data: () => import("./pages/private/private.data.ts"),
    }),
    "belay-test": page({
      path: "/booking/test/",
      aliases: ["/rezervacija/testas/"],
      kind: "content",
      topics: ["availability", "services", "business"],
      view: () => import("./pages/belay-test/belay-test.tsx"),
      data: () => import("./pages/belay-test/belay-test.data.ts"),
    }),
    offer: page({
      path: "/booking/offer/",
      kind: "client-only",
      hidden: true,
      view: () => import("./pages/offer/offer.tsx"),
    }),
    prices: page({
      path: "/prices/",
      aliases: ["/kainos/"],
      kind: "content",
      topics: ["services", "business"],
      shows: ["plan", "product"],
      view: () => import("./pages/prices/prices.tsx"),
      data: () => import("./pages/prices/prices.data.ts"),
    }),
    order: page({
      path: "/order/",
      aliases: ["/uzsakymas/"],
      kind: "content",
      hidden: true,
      view: () => import("./pages/order/order.tsx"),
    }),
    account: page({
      path: "/account/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/account/account.tsx"),
    }),
    security: page({
      path: "/account/security/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/security/security.tsx"),
    }),
    admin: page({
      path: "/admin/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/admin/admin.tsx"),
    }),
    calendar: page({
      path: "/admin/calendar/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/calendar/calendar.tsx"),
    }),
    session: page({
      path: "/admin/session/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/session/session.tsx"),
    }),
    attendance: page({
      path: "/admin/attendance/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/attendance/attendance.tsx"),
    }),
    members: page({
      path: "/admin/members/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/members/members.tsx"),
    }),
    services: page({
      path: "/admin/services/",
      kind: "protected",
      hidden: true,
      view: () => import("./pages/admin-services/services.tsx"),
    }),
    callback: page({
      path: "/callback/",
      kind: "client-only",
      hidden: true,
      view: () => import("./pages/callback.tsx"),
    }),
    "not-found": page({ path: "/404/", kind: "content", hidden: true, view: () => import("./pages/not-found.tsx") }),
    error: page({ path: "/500/", kind: "content", hidden: true, view: () => import("./pages/error.tsx") }),
  },
  app: business,
  slices: { business },
  frame: () => import("./frame.tsx"),
};
