import { expect, test } from "vitest";
import { localPath, readSignInResponse } from "./sign-in-response.ts";

test.each(["/", "/account/", "/booking/?service=virves&step=time#laikas", "/paieška/"])(
  "accepts %s as a local return path",
  (path) => {
    expect(localPath(path)).toBe(encodeURI(path));
  },
);

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
])("rejects %j as a local return path", (path) => expect(localPath(path)).toBeUndefined());

const readAt = (path: string) => readSignInResponse(new URL(path, "https://uola.example"), (state) => state === "own");

test.each([
  ["/callback/?code=c&state=other", "code=c&state=other", "/callback/"],
  [
    "/callback/?error=access_denied&error_description=no&state=s&iss=i",
    "error=access_denied&error_description=no&state=s&iss=i",
    "/callback/",
  ],
  ["/booking/?service=a&code=c&state=own#form", "code=c&state=own", "/booking/?service=a#form"],
  ["/?code=c&state=own", "code=c&state=own", "/"],
  ["/schedule/#code=c&state=own", "code=c&state=own", "/schedule/"],
  [
    "/schedule/?kind=a#error=login_required&state=own&tab=2",
    "error=login_required&state=own",
    "/schedule/?kind=a#tab=2",
  ],
])("reads a sign-in response from %s", (path, query, rest) => {
  expect(readAt(path)).toEqual({ response: { state: path.includes("own") ? "own" : expect.any(String), query }, rest });
});

test.each([
  ["/callback/?code=c"],
  ["/callback/?state=own"],
  ["/callback/"],
  ["/booking/?code=c&state=of-the-page"],
  ["/gift/balance/#code=AAAA"],
  ["/booking/?state=own"],
  ["/booking/?code=c#state=own"],
])("finds no sign-in response in %s", (path) => expect(readAt(path)).toBeUndefined());
