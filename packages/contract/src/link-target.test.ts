import { expect, test } from "vitest";
import { isLinkTarget } from "./link-target.ts";

test.each(["/", "/prices/", "/booking/?start=1#form", "https://shop.example/deals"])(
  "accepts %s as a link target",
  (link) => {
    expect(isLinkTarget(link)).toBe(true);
  },
);

test.each([
  "",
  "prices/",
  "//evil.example",
  "http://shop.example/",
  "https://",
  "javascript:alert(1)",
  "/\\evil.example",
  "\\/evil.example",
  "/a\\b",
  "https:\\\\evil.example",
  "https://a\\@evil.example/",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\u0000/evil.example",
  "/a b",
  "/\u0085/evil.example",
])("rejects %j as a link target", (link) => expect(isLinkTarget(link)).toBe(false));
