import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { phoneLink, telOf } from "@uola/browser/gym/tel.ts";
import type { CategoryKind } from "@uola/contract";
import { CategoryBadge } from "@uola/ui/badge.tsx";
import { SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/site";
import { type Activity, byCategory } from "../../features/booking/activities.ts";
import { bookingLink } from "../../features/booking/address.ts";
import { durationAndPriceOf, whenOf } from "../../features/booking/booking-words.ts";
import { NoScript } from "../../features/booking/no-script.tsx";
import type { Contact } from "../../features/contact.data.ts";
import type { BookingData } from "./booking.data.ts";

type Props = {
  activities: readonly Activity[];
  hasMore: boolean;
  next: BookingData["next"];
  full: BookingData["full"];
  contact: Contact;
  resource?: string | undefined;
  /**
   * Set if the URL does not lead to an offered activity: the activity no longer exists, or the URL
   * contains a time without its activity.
   */
  lost?: "gone" | "unnamed" | undefined;
};

/** Lists the activities by category, each with its next time. */
export function ActivityStep({ activities, hasMore, next, full, contact, resource, lost }: Props) {
  const fitting = resource ? activities.filter(({ leaders }) => leaders.includes(resource)) : activities;
  const groups = byCategory(fitting.length > 0 ? fitting : activities);
  return (
    <div className="page section grid gap-14 lg:gap-20">
      <div className="notices grid gap-8">
        <NoScript contact={contact} />
        <Notice>
          {lost && (
            <p>
              {say(`booking.activity.${lost}`)}{" "}
              <TextLink href={telOf(contact.phone)}>{phoneLink(contact.phone)}</TextLink>
            </p>
          )}
        </Notice>
      </div>
      {groups.length === 0 && (
        <p className="lead">
          {say("booking.activity.none")} <TextLink href={telOf(contact.phone)}>{phoneLink(contact.phone)}</TextLink>
        </p>
      )}
      <nav aria-label={say("booking.activity.categories")} className="flex flex-wrap gap-3 lg:hidden">
        {groups.map(({ id, name, kind }) => (
          <a key={id} href={`#category-${id}`}>
            <CategoryBadge large category={categoryOf(kind)}>
              {name || say("booking.activity.other")}
            </CategoryBadge>
          </a>
        ))}
      </nav>
      {groups.map(({ id, name, kind, activities }) => (
        <section key={id} className="columns" aria-labelledby={`category-${id}`}>
          <CategoryHeading id={`category-${id}`} name={name} kind={kind} />
          <ul className="rule rows">
            {activities.map((activity) => (
              <ActivityRow
                key={activity.id}
                activity={activity}
                next={next[activity.id] ?? null}
                full={full.includes(activity.id)}
                resource={resource}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && <p>{say("booking.activity.more")}</p>}
    </div>
  );
}

/** A category's name in poster style, with its climbing hold. */
function CategoryHeading({ id, name, kind }: { id: string; name: string; kind: CategoryKind }) {
  const { shape, hue } = signs[categoryOf(kind)];
  if (hue === "ink" || hue === "chalk") return null;
  return (
    <div className="grid content-start gap-4">
      <Ornament shape={shape} hue={hue} className="w-[56px] lg:w-[72px]" />
      <Headline id={id} size="card" hues={[hue]}>
        {name || say("booking.activity.other")}
      </Headline>
    </div>
  );
}

type RowProps = {
  activity: Activity;
  next: BookingData["next"][string];
  full: boolean;
  resource: string | undefined;
};

function ActivityRow({ activity, next, full, resource }: RowProps) {
  const course = activity.kind === "COURSE";
  return (
    <li
      data-row
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-rule py-5 @min-[680px]:grid-cols-[minmax(14ch,1fr)_280px_138px]"
    >
      <div className="col-span-2 @min-[680px]:col-span-1">
        <h3 className="title">{activity.name}</h3>
        <p className="text-muted">{activity.tagLine}</p>
      </div>
      <p className="small">
        <strong className="block">{durationAndPriceOf(activity, next ?? undefined)}</strong>
        <span className="text-muted">{nextOf(activity, next, full)}</span>
      </p>
      <SecondaryLink
        about={activity.name}
        href={bookingLink({ service: activity.slug, ...(resource && { resource }) })}
        className="@min-[680px]:w-full"
      >
        {say(!next ? "action.show" : course ? "action.register" : "action.choose")}
      </SecondaryLink>
    </li>
  );
}

function nextOf({ kind }: Activity, next: BookingData["next"][string], full: boolean): string {
  if (!next && full) return say("places.none");
  if (!next) return say(`booking.activity.none.${kind}`);
  if (next.undated) return say("booking.course.undated");
  const when = whenOf(next.start);
  return kind === "COURSE" ? say("booking.activity.begins", { when }) : say("booking.activity.next", { when });
}
