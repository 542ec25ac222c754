import { randomBytes } from "node:crypto";
import { dateOf } from "@uola/booking";
import { type Coupon, type CouponRule, type contract, couponCodesMax } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Caller,
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  Violation,
} from "@uola/kernel";
import { codesIn, couponCodeFrom, couponRuleErrors, readCouponCode } from "./rules.ts";
import * as store from "./store.ts";
import { toCoupon } from "./to-coupon.ts";

const conflictsShown = 1000;

/** Owner handlers that change coupons and their codes. */
export function ownerChangeHandlers(
  context: Context,
): Handlers<
  Pick<
    typeof contract.coupons,
    "create" | "update" | "setStopped" | "setArchived" | "remove" | "addCodes" | "importCodes"
  >
> {
  const { siteId, now } = context;

  const read = async (tx: Database, id: string): Promise<Coupon> => {
    const row = (await store.one(tx, siteId, id)) as store.SummedCoupon;
    return toCoupon(row, dateOf(now(), await store.timeZone(tx, siteId)));
  };

  type Recorded = { action: string; slug?: string; before?: object; after?: object; sequence?: number };
  const record = (tx: Database, id: string, actor: Caller, { action, slug, before, after, sequence = 1 }: Recorded) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "coupon",
      entityId: id,
      audit: { actor, action: `coupon.${action}`, ...(before && { before }), ...(after && { after }) },
      ...(slug && { event: { slug, sequence, body: { couponId: id } } }),
    });

  /**
   * Locks and returns the coupon. Rejects with COUPON_NOT_FOUND, or with REVISION_MISMATCH if it
   * has changed since the revision `seen`.
   */
  async function open(tx: Database, id: string, seen?: string): Promise<store.CouponRow> {
    const row = await store.lock(tx, siteId, id);
    if (!row) throw new Refusal("COUPON_NOT_FOUND", `There is no coupon ${id}.`, 404);
    if (seen !== undefined) refuseStaleRevision(row, seen);
    return row;
  }

  /** Sets the coupon's shared code. Rejects with CODE_TAKEN. */
  async function share(tx: Database, couponId: string, code: string | undefined): Promise<void> {
    if (!code) return;
    const added = await store.addCodes(tx, { siteId, couponId, once: false }, [code]);
    if (added.size === 0) throw new Refusal("CODE_TAKEN", `Another coupon has the code ${code}.`, 409, { code });
  }

  /** Changes a coupon at the revision the caller has seen. */
  const change = (
    { couponId, revision }: { couponId: string; revision: string },
    caller: Caller,
    action: string,
    work: (tx: Database, row: store.CouponRow) => Promise<Parameters<typeof store.update>[2]>,
  ) =>
    transact(context, async (tx) => {
      const row = await open(tx, couponId, revision);
      const before = await read(tx, couponId);
      await store.update(tx, row, await work(tx, row), now());
      const after = await read(tx, couponId);
      await record(tx, couponId, caller, { action, slug: "updated", before, after, sequence: row.revision + 1 });
      return { coupon: after };
    });

  return {
    async create({ name, rule, totalLimit, code }, { caller }) {
      checkRule(rule);
      const shared = sharedCode(code);
      const id = newId();
      const at = now();
      return transact(context, async (tx) => {
        const row = { siteId, id, name, rule, totalLimit: totalLimit ?? null, createdDate: at, updatedDate: at };
        await store.insert(tx, row);
        await share(tx, id, shared);
        const coupon = await read(tx, id);
        await record(tx, id, caller, { action: "create", slug: "created", after: coupon });
        return { coupon };
      });
    },

    async update({ name, rule, totalLimit, code, ...seen }, { caller }) {
      checkRule(rule);
      const shared = sharedCode(code);
      return change(seen, caller, "update", async (tx, { id, used }) => {
        if (totalLimit != null && totalLimit < used) {
          throw new Refusal("LIMIT_BELOW_USES", `It was used ${used} times already.`, 409, { used });
        }
        if ((await store.one(tx, siteId, id))?.code !== (shared ?? null)) {
          await store.dropSharedCode(tx, siteId, id);
          await share(tx, id, shared);
        }
        return { name, rule, totalLimit: totalLimit ?? null };
      });
    },

    setStopped: ({ stopped, ...seen }, { caller }) =>
      change(seen, caller, stopped ? "stop" : "resume", async () => ({ stopped })),

    setArchived: ({ archived, ...seen }, { caller }) =>
      change(seen, caller, archived ? "archive" : "restore", async () => ({ archivedDate: archived ? now() : null })),

    async remove({ couponId, revision }, { caller }) {
      await transact(context, async (tx) => {
        const row = await open(tx, couponId, revision);
        if (await store.wasUsed(tx, siteId, couponId)) {
          throw new Refusal("COUPON_WAS_USED", "It was used: it can be stopped or archived.");
        }
        const before = await read(tx, couponId);
        await store.remove(tx, siteId, couponId);
        await record(tx, couponId, caller, { action: "delete", slug: "deleted", before, sequence: row.revision + 1 });
      });
      return {};
    },

    async addCodes({ couponId, prefix, count }, { caller }) {
      const begins = prefix ? readCouponCode(`${prefix}-XX`)?.slice(0, -3) : undefined;
      if (prefix && begins === undefined) {
        throw new Violation([{ field: "prefix", description: "may have letters, digits and hyphens" }]);
      }
      return transact(context, async (tx) => {
        await open(tx, couponId);
        let added = 0;
        // A code that is already taken is generated again. This is rare, because there are 27 to
        // the power of 8 possible codes.
        while (added < count) {
          const codes = Array.from({ length: count - added }, () => couponCodeFrom(randomBytes(8), begins));
          added += (await store.addCodes(tx, { siteId, couponId, once: true }, codes)).size;
        }
        await record(tx, couponId, caller, { action: "addCodes", after: { added } });
        return { added };
      });
    },

    async importCodes({ couponId, text }, { caller }) {
      const { codes, conflicts } = codesIn(text);
      if (codes.length > couponCodesMax) {
        throw new Refusal("TOO_MANY_CODES", `At most ${couponCodesMax} codes at once.`, 400, { max: couponCodesMax });
      }
      return transact(context, async (tx) => {
        await open(tx, couponId);
        const names = codes.map(({ code }) => code);
        const free = await store.addCodes(tx, { siteId, couponId, once: true }, names);
        const taken = codes
          .filter(({ code }) => !free.has(code))
          .map((each) => ({ ...each, reason: "TAKEN" as const }));
        await record(tx, couponId, caller, { action: "importCodes", after: { added: free.size } });
        const all = [...conflicts, ...taken].toSorted((a, b) => a.line - b.line);
        return { added: free.size, conflicts: all.slice(0, conflictsShown) };
      });
    },
  };
}

function checkRule(rule: CouponRule): void {
  const wrong = couponRuleErrors(rule).map(({ field, description }) => ({ field: `rule.${field}`, description }));
  if (wrong.length > 0) throw new Violation(wrong);
}

function sharedCode(typed: string | null | undefined): string | undefined {
  if (typed == null) return undefined;
  const code = readCouponCode(typed);
  if (!code) throw new Violation([{ field: "code", description: "may have letters, digits and hyphens" }]);
  return code;
}
