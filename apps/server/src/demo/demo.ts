import { AccountRefusal, type Accounts } from "@uola/accounts";
import {
  addResource,
  addStaff,
  createCategory,
  createPolicy,
  createRules,
  createService,
  dateOf,
  generateSessions,
  holidayHours,
  type NewRule,
  occurrences,
  type WeeklyRule,
} from "@uola/booking";
import { required } from "@uola/contract/required";
import { type Connection, type Database, json, newId } from "@uola/database";
import { type Context, createContext, dayMs, recordChange, transact } from "@uola/kernel";
import { type Lesson, seedBookings } from "./bookings.ts";
import { seedContent } from "./content.ts";
import { englishConditions, englishServices } from "./english.ts";
import {
  bookingForms,
  categories,
  categoryKinds,
  type DemoService,
  demoServices,
  details,
  gymName,
  policies,
  type Room,
  roomOf,
  rooms,
  seller,
  type Trainer,
  trainers,
} from "./gym.ts";
import { seedPasses } from "./passes.ts";
import { demoAccounts, seededRandom } from "./people.ts";
import { seedSales } from "./sales.ts";

type DemoOptions = {
  connection: Connection;
  siteId: string;
  accounts: Accounts;
  now?: () => Date;
  seed?: number;
};

const historyDays = 14;
const timeZone = "Europe/Vilnius";

/**
 * Creates the demo gym on a site without services: timetable, people, and bookings of the past and
 * coming weeks. The same seed creates the same gym. Returns false and does nothing if the site has
 * services, unless a previous creation of the demo was interrupted; then the demo is recreated.
 */
export async function seedDemo({
  connection,
  siteId,
  accounts,
  now = () => new Date(),
  seed = 14,
}: DemoOptions): Promise<boolean> {
  const { db } = connection;
  const service = await db.selectFrom("service").select("id").where("siteId", "=", siteId).limit(1).executeTakeFirst();
  if (service && !(await isHalfSeeded(db, siteId))) return false;
  await resetDemo(db, siteId, now());
  const context = createContext({ connection, siteId, accounts, urls, now, demo: true });
  const year = Number(dateOf(now(), timeZone).slice(0, 4));
  const specialHours = holidayHours(year, year + 1);
  // Set before any account with a published password exists, so that a site with such accounts is
  // never served on a public address.
  await db
    .updateTable("site")
    .set({ name: gymName, demo: true, business: json({ ...details, specialHours }) })
    .where("id", "=", siteId)
    .execute();
  await db
    .insertInto("seller")
    .values({ ...seller, siteId, createdDate: now(), updatedDate: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await seedContent(context, specialHours);
  await seedPasses(context);
  const people = await addPeople(context);
  const schedules = await addServices(context, people.trainer);
  const lessons: Lesson[] = [];
  const rules = demoServices.flatMap((demoService) => {
    const { scheduleId = "", staff = new Map<Trainer, string>(), hall = "" } = schedules.get(demoService.name) ?? {};
    const rules = rulesOf(demoService, { scheduleId, staff, hall }, now(), specialHours);
    if (demoService.type !== "APPOINTMENT") return rules;
    lessons.push(...lessonsOf(rules));
    return [];
  });
  // The clock starts in the past, so that past sessions are created in the same way as future ones.
  const start = new Date(now().getTime() - historyDays * dayMs);
  await createRules({ ...context, now: () => start }, rules);
  await generateSessions(context);
  await seedBookings(context, { random: seededRandom(seed), member: people.member, lessons });
  await seedSales(context, {
    random: seededRandom(seed + 1),
    timeZone,
    deskId: people.desk,
    ownerId: people.owner,
  });
  await db.deleteFrom("setting").where("siteId", "=", siteId).where("name", "=", seedingSetting).execute();
  return true;
}

/**
 * A setting that exists only while the demo is being created, so that the next start can detect an
 * interrupted creation.
 */
const seedingSetting = "demo_filling";

const isHalfSeeded = async (db: Database, siteId: string): Promise<boolean> =>
  (
    await db
      .selectFrom("setting")
      .select("name")
      .where("siteId", "=", siteId)
      .where("name", "=", seedingSetting)
      .execute()
  ).length > 0;

/**
 * Deletes the data of an interrupted creation. No real bookings are lost: the server accepts
 * requests only after the creation.
 */
async function resetDemo(db: Database, siteId: string, at: Date): Promise<void> {
  await transact({ db }, async (tx) => {
    if (await isHalfSeeded(tx, siteId)) {
      for (const table of deletionOrder) await tx.deleteFrom(table).where("siteId", "=", siteId).execute();
    }
    await tx
      .insertInto("setting")
      .values({ siteId, name: seedingSetting, value: json(true), updatedDate: at })
      .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
      .execute();
  });
}

/** Tables in the order of deletion: tables with foreign keys come before the tables they refer to. */
const deletionOrder = [
  "outbox",
  "webhookDelivery",
  "waitlistEntry",
  "attendance",
  "hold",
  "event",
  "audit",
  "booking",
  "places",
  "session",
  "scheduleRule",
  "serviceSlug",
  "service",
  "bookingForm",
  "bookingPolicy",
  "category",
  "timeOff",
  "workingHours",
  "resource",
  "location",
  "staff",
] as const;

const origin = "http://localhost";
const urls = { site: `${origin}:3000`, platform: `${origin}:3001`, identity: `${origin}:3002` };

/** Adds the demo accounts; returns the account id of each role. */
async function addPeople({ accounts }: Context) {
  const ids: Partial<Record<(typeof demoAccounts)[number]["role"], string>> = {};
  for (const person of demoAccounts) {
    const account = await accounts.create({ ...person, emailVerified: true }).catch((error) => {
      if (error instanceof AccountRefusal && error.code === "EMAIL_TAKEN") return accounts.findByEmail(person.email);
      throw error;
    });
    if (account) ids[person.role] = account.id;
  }
  return ids;
}

const system = { kind: "system", id: "demo" } as const;
const hoursOf = (shift: string) => {
  const [start = "", end = ""] = shift.split("–");
  return { start, end };
};

async function addServices(context: Context, trainerAccount: string | undefined) {
  const staff = new Map<Trainer, string>();
  const halls = new Map<Room, string>();
  await transact(context, async (tx) => {
    for (const [sortOrder, { works, ...trainer }] of trainers.entries()) {
      const accountId = sortOrder === 0 ? (trainerAccount ?? null) : null;
      const workingHours = works.days.flatMap((weekday) =>
        works.shifts.map((shift) => ({ weekday, ...hoursOf(shift) })),
      );
      const input = { ...trainer, sortOrder, accountId, workingHours };
      staff.set(trainer.name, (await addStaff(tx, context, input, system)).id);
    }
    for (const room of rooms) halls.set(room.name, (await addResource(tx, context, room, system)).id);
  });
  const categoryIds = new Map<string, string>();
  for (const [sortOrder, name] of categories.entries()) {
    categoryIds.set(name, await createCategory(context, { name, kind: categoryKinds[name], sortOrder }));
  }
  const policyIds = new Map<string, string>();
  for (const [key, policy] of Object.entries(policies)) policyIds.set(key, await createPolicy(context, policy));

  const formIds = new Map<string, string>();
  for (const [key, form] of Object.entries(bookingForms)) formIds.set(key, await addForm(context, form));

  const schedules = new Map<string, { scheduleId: string; staff: Map<Trainer, string>; hall: string }>();
  const business = await addLocation(context);
  const location = { type: "BUSINESS" as const, business };
  for (const [sortOrder, demoService] of demoServices.entries()) {
    const { type, name, tagLine, description, capacity, category, policy, price, minutes, weekly } = demoService;
    const names = demoService.staff ?? weekly.map(([, , trainer]) => trainer);
    const leaders = [...new Set(names.map((name) => required(staff.get(name), "trainer")))];
    const categoryId = categoryIds.get(category);
    const policyId = policyIds.get(policy);
    const formId = formIds.get(demoService.form ?? "");
    const { scheduleId } = await createService(context, {
      type,
      name,
      tagLine,
      description,
      extendedFields: { namespaces: namespacesOf(demoService) },
      sortOrder,
      defaultCapacity: capacity,
      payment: {
        ...(price
          ? { rateType: "FIXED", fixed: { price: { value: price, currency: "EUR" } } }
          : { rateType: "NO_FEE" }),
        options: {
          inPerson: price !== undefined,
          online: price !== undefined && !demoService.approval,
          pricingPlan: false,
        },
      },
      ...(formId && { form: { id: formId } }),
      onlineBooking: { enabled: true, requireManualApproval: demoService.approval ?? false },
      locations: [location],
      staffIds: leaders,
      ...(type === "APPOINTMENT" && { availabilityConstraints: { sessionDurations: [minutes] } }),
      ...(demoService.role && { role: demoService.role }),
      ...(demoService.ages && { ageRange: demoService.ages }),
      ...(categoryId && { categoryId }),
      ...(policyId && { policyId }),
    });
    schedules.set(name, { scheduleId, staff, hall: required(halls.get(roomOf(category)), "room") });
  }
  return schedules;
}

/** Returns additional information about a service in both languages, which is not needed for booking. */
function namespacesOf({ name, policy, levels = [], prerequisite = "", bring = "" }: DemoService) {
  const english = englishServices[name];
  const conditions = englishConditions[policy];
  const en = english && { ...english, ...(conditions && { conditions }) };
  return {
    "uola.facts": { levels: [...levels], prerequisite, bring },
    ...(en && { "uola.translations": { en } }),
  };
}

async function addForm(
  { db, siteId, now }: Context,
  { name, fields }: (typeof bookingForms)[FormName],
): Promise<string> {
  const at = now();
  const form = { id: newId(), name, fields: fields.map((field) => ({ id: newId(), ...field })) };
  await transact({ db }, async (tx) => {
    await tx
      .insertInto("bookingForm")
      .values({ ...form, siteId, fields: json(form.fields), createdDate: at, updatedDate: at })
      .execute();
    const audit = { actor: system, action: "form.create", after: form };
    await recordChange(tx, { siteId, at, entity: "booking_form", entityId: form.id, audit });
  });
  return form.id;
}
type FormName = keyof typeof bookingForms;

/** Adds the location of the gym, to which the services refer. */
async function addLocation({ db, siteId, now }: Context) {
  const address = { formattedAddress: details.address };
  const { email, phone } = details;
  const at = now();
  const dates = { createdDate: at, updatedDate: at };
  const row = { siteId, id: siteId, name: gymName, isDefault: true, email, phone, ...dates };
  await transact({ db }, async (tx) => {
    await tx
      .insertInto("location")
      .values({ ...row, kinds: ["BRANCH"], address: json(address) })
      .execute();
    const after = { id: siteId, name: gymName, default: true, address, email, phone };
    const audit = { actor: system, action: "location.create", after };
    await recordChange(tx, { siteId, at, entity: "location", entityId: siteId, audit });
  });
  return { id: siteId, name: gymName, default: true, address, email, phone };
}

const dayOf = (date: string, days: number) => dateOf(new Date(`${date}T12:00:00Z`), "UTC", days);

/**
 * Returns the weekly rules of a service, with exceptions for holidays whose opening hours do not
 * cover the time.
 */
function rulesOf(
  { weekly, minutes, course }: DemoService,
  { scheduleId, staff, hall }: { scheduleId: string; staff: ReadonlyMap<Trainer, string>; hall: string },
  now: Date,
  specialHours: ReturnType<typeof holidayHours>,
): NewRule[] {
  const today = dateOf(now, timeZone);
  const weekday = ((new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7) + 1;
  const monday = dayOf(today, 1 - weekday);
  const validFrom = course ? dayOf(monday, 7 * course.beginsInWeeks) : dayOf(today, -historyDays);
  const validUntil = course ? dayOf(validFrom, 7 * course.weeks - 1) : null;
  return weekly.map(([weekday, startTime, trainer]) => ({
    scheduleId,
    weekday,
    startTime,
    durationMinutes: minutes,
    staffIds: [required(staff.get(trainer), "trainer")],
    resourceIds: [hall],
    validFrom,
    validUntil,
    exceptions: specialHours
      .filter(({ closed, open, close }) => closed || !fits(startTime, minutes, open ?? "", close ?? ""))
      .map(({ date }) => ({ date, canceled: true })),
  }));
}

/**
 * Returns the times that weekly rules would produce in the weeks before and after now; visitors
 * book these times with a trainer.
 */
const lessonsOf = (rules: readonly NewRule[]): Lesson[] =>
  rules
    .flatMap(({ exceptions = [], ...input }) => {
      const rule = {
        id: "",
        capacity: null,
        resourceIds: [],
        skipHolidays: false,
        breaks: [],
        ...input,
      } as unknown as WeeklyRule;
      const off = new Set(exceptions.map(({ date }) => date));
      const range = { from: rule.validFrom, until: dayOf(rule.validFrom, historyDays + 28) };
      return occurrences(rule, new Map(), range, timeZone).filter(({ date }) => !off.has(date));
    })
    .map(({ scheduleId, staffIds, startDate, endDate }) => ({
      scheduleId,
      staffId: staffIds[0] ?? "",
      startDate,
      endDate,
    }))
    .toSorted((a, b) => +a.startDate - +b.startDate);

function fits(start: string, minutes: number, open: string, close: string): boolean {
  const [hour = 0, minute = 0] = start.split(":").map(Number);
  const end = hour * 60 + minute + minutes;
  const [closeHour = 0, closeMinute = 0] = close.split(":").map(Number);
  return start >= open && end <= closeHour * 60 + closeMinute;
}
