import { expect, test } from "vitest";
import type { Teammate } from "../../content/read.ts";
import type { Activity } from "../../features/booking/activities.ts";
import type { Time } from "../../features/booking/times.ts";
import type { Row } from "../../features/timetable.ts";
import { trainerOf } from "./team.data.ts";

const person = (name: string): Teammate => ({
  id: name,
  name,
  role: "",
  about: "",
  photo: null,
  portrait: null,
  topics: [],
  trainsPrivately: true,
  speciality: "",
  languages: "",
  qualification: "",
  trainWith: `Treniruotis su ${name}`,
});
const row = (title: string, staff: string, more: Partial<Row> = {}): Row =>
  ({
    title,
    staff: [staff],
    state: "free",
    start: "2026-11-24T10:00:00.000Z",
    href: `/booking/?service=${title}&session=1`,
    ...more,
  }) as Row;
const individual = { id: "i", slug: "individuali", staff: [{ id: "t1", name: "Rūta" }] } as unknown as Activity;
const time = (id: string, start: string, bookable = true) => ({ start, bookable, trainer: { id, name: "" } }) as Time;

test("a trainer with private lessons gets links to their own free times, with the trainer preselected", () => {
  const free = [
    time("t2", "2026-11-24T08:00:00.000Z"),
    time("t1", "2026-11-24T09:00:00.000Z", false),
    time("t1", "2026-11-24T10:00:00.000Z"),
    ...[11, 12, 13].map((hour) => time("t1", `2026-11-24T${hour}:00:00.000Z`)),
  ];
  const trainer = trainerOf(person("Rūta"), { rows: [row("a", "Rūta"), row("b", "Tomas")], free, individual });
  expect(trainer.action).toEqual({
    label: "Treniruotis su Rūta",
    href: "/booking/?service=individuali&resource=t1",
  });
  expect(trainer.times.map(({ start }) => start)).toEqual([10, 11, 12].map((hour) => `2026-11-24T${hour}:00:00.000Z`));
  expect(trainer.times[0]?.href).toContain("resource=t1");
  expect(trainer.leads).toEqual([{ title: "a", href: "/booking/?service=a" }]);
});

test("a trainer of groups only gets a link to the next group session with free places", () => {
  const rows = [
    row("pilna", "Agnė", { state: "full" }),
    row("laisva", "Agnė"),
    row("nebus", "Agnė", { state: "canceled" }),
  ];
  const trainer = trainerOf(person("Agnė"), { rows, free: [], individual });
  expect(trainer).toMatchObject({ privately: false, action: { href: "/booking/?service=laisva" } });
  expect(trainer.times).toHaveLength(1);
  expect(trainer.leads.map(({ title }) => title)).toEqual(["pilna", "laisva"]);
});

test("a trainer without upcoming sessions has no button", () => {
  expect(trainerOf(person("Jonas"), { rows: [], free: [], individual: null })).toMatchObject({
    action: null,
    times: [],
  });
});
