import { animalOf, hueOf } from "@uola/ui/animal.tsx";
import { birthYears, fitsBirthYear } from "./finder.ts";
import type { KidsGroup } from "./kids.data.ts";

type AgeWallProps = { groups: readonly KidsGroup[]; year: number | null; now: Date };

/**
 * A chart of the age groups as tapes above the years of birth; groups that accept the chosen year
 * are highlighted. Decorative and shown on wide screens only: the list below has the same
 * information.
 */
export function AgeWall({ groups, year, now }: AgeWallProps) {
  const years = birthYears(now).map((each) => each.year);
  const chosen = year === null ? -1 : years.indexOf(year);
  return (
    <div
      aria-hidden="true"
      className="relative grid grid-cols-[repeat(15,minmax(0,1fr))] gap-y-1 border-t-3 border-text py-4 max-lg:hidden"
    >
      {chosen >= 0 && (
        <i
          className="absolute inset-y-0 grid justify-center bg-yellow/30"
          style={{ left: `${(chosen / years.length) * 100}%`, width: `${100 / years.length}%` }}
        >
          <i className="border-l-5 border-dotted border-orange" />
        </i>
      )}
      {groups.map((group, place) => {
        const columns = years.flatMap((each, index) => (fitsBirthYear(group, each, now) ? [index + 1] : []));
        const [first] = columns;
        if (first === undefined) return null;
        const isLit = year === null || columns.includes(chosen + 1);
        return (
          <span
            key={group.id}
            className={`tape min-h-9! overflow-clip ${hueOf(animalOf(place))} ${isLit ? "" : "left-out"}`}
            style={{ gridColumn: `${first} / ${(columns.at(-1) ?? first) + 1}` }}
          >
            {group.name}
          </span>
        );
      })}
    </div>
  );
}
