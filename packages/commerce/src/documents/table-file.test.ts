import { expect, test } from "vitest";
import { tableFile } from "./table-file.ts";

const cellOf = async (text: string) => {
  const table = { name: "lentelė", sheet: "lapas", columns: ["Pirkėjas"], rows: [[text]] };
  const { body } = await tableFile("CSV", table);
  return (await new Response(body as ReadableStream).text()).split("\r\n").slice(1).join("\r\n").slice(0, -2);
};

test.each(["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "＝1+1", "＋1", "－1+1", "＠SUM(A1)", "'=1"])(
  "a name that begins like a formula, %j, is text in a table",
  async (name) => expect(await cellOf(name)).toBe(`'${name}`),
);

test.each(["\r=1", "\n=1"])("a name that begins with a line, %j, too", async (name) =>
  expect(await cellOf(name)).toBe(`"'${name}"`),
);

test("other names stay as they are", async () => expect(await cellOf("Ona Sava-Uosė")).toBe("Ona Sava-Uosė"));
