import { expect, test } from "vitest";
import { wayBack } from "./features/way-back.tsx";
import { endsSignIn, localPath } from "./sign-in-task.ts";

test.each(["/", "/account/", "/booking/?service=virves&step=time#laikas", "/paieška/"])("%s is a way back", (path) => {
  expect(localPath(path)).toBe(encodeURI(path));
});

test.each([
  "//evil.example/",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "account/",
  " /account/",
  "",
  undefined,
  7,
])("%j is not", (path) => expect(localPath(path)).toBeUndefined());

test.each([
  ["/callback/?code=c&state=s", true],
  ["/callback/?error=access_denied&state=s", true],
  ["/callback/?code=c", false],
  ["/callback/", false],
  ["/booking/?code=c&state=s", false],
])("%s ends a sign-in: %s", (path, ends) => {
  expect(endsSignIn(new URL(path, "https://uola.example"))).toBe(ends);
});

test("the way back may be a whole address, of this site only", () => {
  const site = "https://uola.example";
  expect(wayBack("https://uola.example/booking/?service=a", site)).toBe("/booking/?service=a");
  expect(wayBack("/booking/", site)).toBe("/booking/");
  for (const to of [null, "https://uola.example.evil/", "https://uola.example//evil.example", "https://shop.example/"])
    expect(wayBack(to, site)).toBeUndefined();
});
