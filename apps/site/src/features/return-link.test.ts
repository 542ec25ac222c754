import { expect, test } from "vitest";
import { localReturnPath } from "./return-link.tsx";

test("the return link may be an absolute URL, but only on this site", () => {
  const site = "https://uola.example";
  expect(localReturnPath("https://uola.example/booking/?service=a", site)).toBe("/booking/?service=a");
  expect(localReturnPath("/booking/", site)).toBe("/booking/");
  for (const to of [null, "https://uola.example.evil/", "https://uola.example//evil.example", "https://shop.example/"])
    expect(localReturnPath(to, site)).toBeUndefined();
});
