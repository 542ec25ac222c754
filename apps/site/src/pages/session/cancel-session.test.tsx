import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CancelSession } from "./cancel-session.tsx";

const nothing = () => {};
const shown = (count: number, reachable: number) => {
  const about = { title: "Šeimų rytas", when: "šeštadienį", count };
  const dialog = (
    <CancelSession about={about} reachable={reachable} isSeries={false} onClose={nothing} onSure={nothing} />
  );
  return renderToStaticMarkup(dialog);
};

test("calling off promises no more mails than there are addresses, and says who has to be told otherwise", () => {
  expect(shown(4, 1)).toContain("Išsiųsime 1 laišką");
  expect(shown(4, 1)).toContain("3 rezervacijos yra be el. pašto adreso");
  expect(shown(2, 2)).toContain("Išsiųsime 2 laiškus");
  expect(shown(2, 2)).not.toContain("be el. pašto");
});
