import { expect, test } from "vitest";
import { tableFile } from "./table-file.ts";

const cellOf = async (text: string) => {
  const table = { name: "lentelė", sheet: "lapas", columns: ["Pirkėjas"], rows: [[text]] };
  const { body } = await tableFile("CSV", table);
  return (await new Response(body as ReadableStream).text()).split("\r\n").slice(1).join("\r\n").slice(0, -2);
};

test.each(["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "＝1+1", "＋1", "－1+1", "＠SUM(A1)", "'=1"])(
  "exports a name that starts like a formula, %j, as text",
  async (name) => expect(await cellOf(name)).toBe(`'${name}`),
);

test.each(["\r=1", "\n=1"])("exports a name that starts with a line break, %j, as text", async (name) =>
  expect(await cellOf(name)).toBe(`"'${name}"`),
);

test("exports a name that does not look like a formula unchanged", async () =>
  expect(await cellOf("Ona Sava-Uosė")).toBe("Ona Sava-Uosė"));
