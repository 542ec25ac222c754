import { levels } from "@uola/browser/gym/service-facts.ts";
import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { Animal, animalOf } from "@uola/ui/animal.tsx";
import { SecondaryButton, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { LookingHold } from "@uola/ui/looking-hold.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { weekday, weekdayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { GroupRow } from "../../features/group-row.tsx";
import { AgeWall } from "./age-wall.tsx";
import {
  birthYears,
  dayNames,
  fitsBirthYear,
  type GroupSearch,
  groupSearchOf,
  groupsFor,
  isEmpty,
  searchOf,
} from "./finder.ts";
import type { KidsGroup } from "./kids.data.ts";

/**
 * Each year is drawn as a climbing hold whose eyes open when the year is selected; holds are larger
 * for older children.
 */
const yearLook =
  "relative grid content-end justify-items-center gap-1 px-1 pt-2 pb-2 text-center has-checked:bg-text has-checked:text-ground has-focus-visible:outline-3 has-focus-visible:outline-offset-3 [&_.face]:opacity-0 has-checked:[&_.face]:opacity-100";
const sizes = ["w-[34px]", "w-[42px]", "w-[52px]"] as const;

type FinderProps = { groups: readonly KidsGroup[]; search: URLSearchParams; now: Date; phone: string };

/**
 * Form that filters the groups by year of birth, days and level. It uses GET parameters, so that it
 * works before hydration.
 */
export function Finder({ groups, search, now, phone }: FinderProps) {
  const [criteria, setCriteria] = useState(() => groupSearchOf(search));
  // Choices made before hydration arrive all at once, before the next render; the ref has the
  // latest value.
  const latest = useRef(criteria);
  // A link or the browser's back button changes the criteria through the URL.
  useEffect(() => {
    latest.current = groupSearchOf(search);
    setCriteria(latest.current);
  }, [search]);
  const ask = (part: (before: GroupSearch) => Partial<GroupSearch>) => {
    const next = { ...latest.current, ...part(latest.current) };
    latest.current = next;
    setCriteria(next);
    go(linkTo(`/kids/${searchOf(next)}`), { replace: true });
  };
  const found = groupsFor(groups, criteria, now);
  const count = say("kids.found", { count: found.length });
  const isTaken = (year: number) => groups.some((group) => fitsBirthYear(group, year, now));
  const show = (event: FormEvent) => {
    event.preventDefault();
    document.getElementById("groups")?.focus();
  };
  return (
    <>
      <section className="page section" aria-labelledby="finder-head">
        <form
          id="finder"
          noValidate
          method="get"
          action={linkTo("/kids/")}
          onSubmit={show}
          className="grid gap-10"
          data-acts
        >
          <h2 id="finder-head" className="visually-hidden">
            {say("kids.find")}
          </h2>
          <fieldset>
            <legend className="display mb-5 flex items-center gap-3 text-[26px]/[1.15]">
              <Step number={1} /> {say("kids.year")}
            </legend>
            <AgeWall groups={groups} year={criteria.year} now={now} />
            <div className="grid grid-cols-5 gap-x-1 gap-y-3 lg:grid-cols-[repeat(15,minmax(0,1fr))] lg:gap-x-0">
              {birthYears(now).map(({ year, turns }, place) => (
                <label key={year} className={`${yearLook} ${isTaken(year) ? "" : "[&_.looking]:opacity-30"}`}>
                  <input
                    className="visually-hidden"
                    type="radio"
                    name="year"
                    value={year}
                    checked={criteria.year === year}
                    onChange={() => ask(() => ({ year }))}
                  />
                  <LookingHold place={place} className={`mx-auto ${sizes[Math.floor(place / 5)]}`} />
                  <strong>{year}</strong>
                  <small className="text-[14px]/[18px]">{say("kids.turns", { age: turns })}</small>
                </label>
              ))}
            </div>
          </fieldset>
          <div className="grid gap-10 lg:grid-cols-2">
            <fieldset>
              <legend className="display mb-5 flex items-center gap-3 text-[26px]/[1.15]">
                <Step number={2} /> {say("kids.days")}
              </legend>
              <div className="choices [&_.pill]:min-w-[46px] [&_.pill]:px-4">
                {dayNames.map((name, index) => (
                  <label key={name} className="pill">
                    <input
                      className="visually-hidden"
                      type="checkbox"
                      name={name}
                      value="1"
                      aria-label={weekday(monday(index))}
                      checked={criteria.days.includes(index + 1)}
                      onChange={({ target }) => ask(({ days }) => ({ days: chosen(days, index + 1, target.checked) }))}
                    />
                    <span aria-hidden="true">{weekdayShort(monday(index))}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            <fieldset>
              <legend className="display mb-5 flex items-center gap-3 text-[26px]/[1.15]">
                <Step number={3} /> {say("kids.level")}
              </legend>
              <div className="choices">
                {levels.map((level) => (
                  <label key={level} className="pill">
                    <input
                      className="visually-hidden"
                      type="radio"
                      name="level"
                      value={level}
                      checked={criteria.level === level}
                      onChange={() => ask(() => ({ level }))}
                    />
                    {say(`kids.level.${level}`)}
                  </label>
                ))}
              </div>
            </fieldset>
          </div>
          <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <SecondaryButton type="submit">{say("kids.show")}</SecondaryButton>
            {!isEmpty(criteria) && (
              <TextLink alone href={linkTo("/kids/#finder")}>
                {say("action.clearFilters")}
              </TextLink>
            )}
          </p>
        </form>
      </section>
      <section id="groups" tabIndex={-1} className="page pb-16 lg:pb-24" aria-labelledby="groups-head">
        <div className="mb-8 grid gap-2">
          <Headline id="groups-head" hues={["green", "orange", "pink"]}>
            {say("kids.groups")}
          </Headline>
          <p role="status" className="lead">
            {isEmpty(criteria) ? say("kids.all") : count}
          </p>
          {criteria.year !== null && <p className="text-muted">{say("kids.for", { year: criteria.year })}</p>}
        </div>
        {found.length === 0 ? (
          <Nothing criteria={criteria} phone={phone} />
        ) : (
          <ul className="rule rows">
            {found.map((group) => {
              const place = groups.findIndex(({ id }) => id === group.id);
              const page = groups[place]?.page;
              return (
                <GroupRow
                  key={group.id}
                  group={group}
                  art={
                    <Animal name={animalOf(place)} className="h-[88px] w-[88px] flex-none object-contain object-top" />
                  }
                  {...(page && { more: { href: page, label: say(group.course ? "courses.more" : "service.more") } })}
                />
              );
            })}
          </ul>
        )}
      </section>
      <StickyBar action={<SecondaryLink href="#groups">{say("kids.show")}</SecondaryLink>}>
        <p>{isEmpty(criteria) ? say("kids.all") : count}</p>
      </StickyBar>
    </>
  );
}

/** Shown when no group fits: suggests wider criteria and a telephone number. */
function Nothing({ criteria, phone }: { criteria: GroupSearch; phone: string }) {
  const wider = { ...criteria, days: [], level: null };
  return (
    <div className="rule grid justify-items-start gap-3 pt-6">
      <p className="title">{say("kids.none")}</p>
      <p>{say("kids.none.do")}</p>
      {searchOf(wider) !== searchOf(criteria) && (
        <TextLink alone href={linkTo(`/kids/${searchOf(wider)}#groups`)}>
          {say("kids.none.wider")}
        </TextLink>
      )}
      <SecondaryLink href={telOf(phone)}>{say("booking.times.call.name", { phone: showPhone(phone) })}</SecondaryLink>
    </div>
  );
}

const Step = ({ number }: { number: number }) => (
  <span
    aria-hidden="true"
    className="grid size-8 flex-none place-items-center rounded-full bg-text font-bold text-[16px] text-ground"
  >
    {number}
  </span>
);

/** Returns a date in a week that begins on a Monday. */
const monday = (index: number) => `2024-01-0${index + 1}`;
const chosen = (days: readonly number[], day: number, isChosen: boolean) =>
  isChosen ? [...days, day].sort((a, b) => a - b) : days.filter((other) => other !== day);
