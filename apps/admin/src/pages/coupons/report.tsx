import { usePlatformAction, usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Coupon, CouponRedemption } from "@uola/contract";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dateLong, dayShort, money, time } from "@uola/words/formats";

/** Report on a coupon: income by service and by day, and every use with an option to undo it. */
export function Report({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { id: couponId } = coupon;
  const write = usePlatformAction("coupons");
  const { data, ...reading } = usePlatformQuery(["coupons", "report", couponId], ({ coupons }) =>
    coupons.report({ couponId }),
  );
  const found = usePlatformList<CouponRedemption>(
    ["coupons", "uses", couponId],
    async ({ coupons }, { limit, cursor }) => {
      const { redemptions, pagingMetadata } = await coupons.redemptions({ couponId, limit, ...(cursor && { cursor }) });
      return { items: redemptions, next: pagingMetadata.cursors?.next };
    },
  );
  const sums = ({ uses, discount, income }: { uses: number; discount: number; income: number }) =>
    say("coupons.report.sums", { count: uses, discount: money(discount), income: money(income) });
  return (
    <Sheet wide title={coupon.code ?? coupon.name} onClose={onClose}>
      <Results reading={reading} items={data && [data]} failed={say("coupons.failed")}>
        {([one]) =>
          one && (
            <>
              <p className="mb-6">
                {sums({ uses: one.coupon.used, discount: one.coupon.discount, income: one.coupon.income })}{" "}
                {say("coupons.report.new", { count: one.coupon.newPeople })}
              </p>
              {one.services.length > 0 && (
                <Section title={say("coupons.report.services")} level={3}>
                  <List items={one.services} idOf={({ serviceId }) => serviceId}>
                    {(service) => <Row name={service.name} about={sums(service)} />}
                  </List>
                </Section>
              )}
              {one.days.length > 0 && (
                <Section title={say("coupons.report.days")} level={3}>
                  <List items={one.days} idOf={({ day }) => day}>
                    {(day) => <Row name={dateLong(day.day)} about={sums(day)} />}
                  </List>
                </Section>
              )}
              <Section title={say("coupons.report.uses")} level={3}>
                <List items={found.items} reading={found} idOf={({ id }) => id} empty={say("coupons.report.none")}>
                  {({ id, code, serviceName, price, discount, createdDate, actor }) => (
                    <Row
                      name={`${serviceName}: ${money(price)} → ${money(price - discount)}`}
                      about={[code, `${dayShort(createdDate)}, ${time(createdDate)}`, actor.name]
                        .filter(Boolean)
                        .join(" · ")}
                      main={{
                        label: say("coupons.release"),
                        onClick: () => void write(({ coupons }) => coupons.release({ redemptionId: id })),
                      }}
                    />
                  )}
                </List>
              </Section>
            </>
          )
        }
      </Results>
    </Sheet>
  );
}
