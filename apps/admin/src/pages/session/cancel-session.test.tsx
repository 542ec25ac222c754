import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CancelSession } from "./cancel-session.tsx";

const nothing = () => {};
const shown = (count: number, reachable: number, paidByHand = 0) => {
  const about = { title: "Šeimų rytas", when: "šeštadienį", count };
  const dialog = (
    <CancelSession
      about={about}
      reachable={reachable}
      isSeries={false}
      onClose={nothing}
      onSure={nothing}
      paidByHand={paidByHand}
    />
  );
  return renderToStaticMarkup(dialog);
};

test("the dialog to cancel a session announces one email per address and counts bookings without an address", () => {
  expect(shown(4, 1)).toContain("Išsiųsime 1 laišką");
  expect(shown(4, 1)).toContain("3 rezervacijos yra be el. pašto adreso");
  expect(shown(2, 2)).toContain("Išsiųsime 2 laiškus");
  expect(shown(2, 2)).not.toContain("be el. pašto");
});

test("the dialog to cancel a session shows how many payments must be refunded by hand", () => {
  expect(shown(4, 4, 2)).toContain("2 rezervacijos apmokėtos salėje: pinigus grąžinkite patys");
  expect(shown(4, 4)).not.toContain("grąžinkite");
});
