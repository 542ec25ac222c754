import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FieldInput } from "./field-input.tsx";

const html = (choices?: { value: string; label: string }[]) =>
  renderToStaticMarkup(
    <FieldInput
      field={{ key: "place", type: "TEXT", displayName: "Kur rodyti", stringLengthRange: { maxLength: 200 } }}
      value="HEADER"
      isName={false}
      problem={undefined}
      choices={choices}
      onChange={() => {}}
    />,
  );

test("a text field with fixed values is edited in a select, any other text field in an input", () => {
  const chosen = html([{ value: "HEADER", label: "Viršuje" }]);
  expect(chosen).toContain('<option value="HEADER" selected="">Viršuje</option>');
  expect(chosen).not.toContain("<input");
  expect(html()).toMatch(/<input[^>]*value="HEADER"/);
});
