import type { Coupon, CouponRedemption } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dateLong, dayShort, money, time } from "@uola/words/formats";
import { List, Row, Section } from "../../admin/kit/list.tsx";
import { Sheet } from "../../admin/kit/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usePlatformAction, usePlatformList, usePlatformQuery } from "../../use-platform.ts";

/** What a coupon brought, by service and by day, and every use with the way to take it back. */
export function Report({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { id: couponId } = coupon;
  const write = usePlatformAction("coupons");
  const { data } = usePlatformQuery(["coupons", "report", couponId], ({ coupons }) => coupons.report({ couponId }));
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
      {data ? (
        <>
          <p className="mb-6">
            {sums({ uses: data.coupon.used, discount: data.coupon.discount, income: data.coupon.income })}{" "}
            {say("coupons.report.new", { count: data.coupon.newPeople })}
          </p>
          {data.services.length > 0 && (
            <Section title={say("coupons.report.services")} level={3}>
              <List items={data.services} idOf={({ serviceId }) => serviceId}>
                {(service) => <Row name={service.name} about={sums(service)} />}
              </List>
            </Section>
          )}
          {data.days.length > 0 && (
            <Section title={say("coupons.report.days")} level={3}>
              <List items={data.days} idOf={({ day }) => day}>
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
      ) : (
        <Skeleton lines={6} label={say("loading")} />
      )}
    </Sheet>
  );
}
