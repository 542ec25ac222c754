import { describe, expect, test } from "vitest";
import { fingerprintOf, isIgnored } from "./rules.ts";
import { browserOf, framesOf, scrubText } from "./scrub.ts";

describe("an error's text", () => {
  test.each([
    ["Cannot book for ona.petraite+uola@pastas.example", "Cannot book for [mail]"],
    ["mail to šarūnė%40pastas.example failed", "mail to [mail] failed"],
    ["No answer from +370 612 34567", "No answer from [phone]"],
    ["call 861234567 or (8-612) 34567 back", "call [phone] or ([phone] back"],
    ["Cannot greet Žygimantas Šaltūnas", "Cannot greet [name]"],
    ["Agnė Jonaitytė-Petrauskienė is unknown", "[name] is unknown"],
    ['Unexpected value "Austėja" of firstName', "Unexpected value “[text]” of firstName"],
    ['{"firstName":"Ona","age":7}', '{"firstName":“[text]”,"age":7}'],
    [
      "Cannot read properties of undefined (reading 'firstName')",
      "Cannot read properties of undefined (reading 'firstName')",
    ],
    ["Key (contact_email)=(ona@pastas.example) already exists.", "Key (contact_email)=([value]) already exists."],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl was refused", "token [token] was refused"],
    ["key uola_AbCd-EfGh was refused", "key [token] was refused"],
    [
      "GET https://uola.example/booking/?preview=geheim&name=Ona failed",
      "GET https://uola.example/booking/?[query] failed",
    ],
    ["GET /callback/?code=abc failed", "GET /callback/?[query] failed"],
    ["https://ona:slaptas@uola.example/#/x", "https://uola.example/?[query]"],
    ["booking 0190a000-0000-7000-8000-00000000dead is gone", "booking [id] is gone"],
    ["Internal Server Error", "Internal Server Error"],
    ["Minified React error #301", "Minified React error #301"],
    ["a\u0000b\nc", "a b c"],
  ])("scrubs %j to %j", (text, expected) => {
    expect(scrubText(text)).toBe(expected);
  });

  test("truncates the text of an error, however long it is", () => {
    expect(scrubText("x y ".repeat(100_000)).length).toBeLessThanOrEqual(300);
  });
});

describe("a stack trace", () => {
  test("reads only functions and positions from a Chromium stack trace", () => {
    const stack = `TypeError: no place for Ona Petraitė <ona@pastas.example>
    at Row (https://uola.example/assets/home-Bx_1.js?v=1:1:2034)
    at async Object.read [as data] (https://uola.example/assets/entry-9.js:2:7)
    at https://uola.example/assets/alive-7.js:3:9
    at new Ona Petraite (chrome-extension://abcdef/inject.js:1:1)`;
    expect(framesOf(stack)).toEqual([
      { function: "Row", file: "/assets/home-Bx_1.js", line: 1, column: 2034 },
      { function: "Object.read [as data]", file: "/assets/entry-9.js", line: 2, column: 7 },
      { function: undefined, file: "/assets/alive-7.js", line: 3, column: 9 },
      { function: "Ona Petraite", file: "chrome-extension:", line: 1, column: 1 },
    ]);
  });

  test("reads stack traces of Firefox and Safari", () => {
    expect(
      framesOf("show@https://uola.example/assets/x-1.js:1:5\n@https://uola.example/:4:2\nasync*ona@pastas"),
    ).toEqual([
      { function: "show", file: "/assets/x-1.js", line: 1, column: 5 },
      { function: undefined, file: "/", line: 4, column: 2 },
    ]);
  });

  test("reads a server stack trace with file paths relative to the project", () => {
    const stack = `Error: no
    at read (file:///home/ona/uola/packages/booking/src/services/store.ts:10:3)
    at Pool.query (/home/ona/uola/node_modules/pg/lib/client.js:5:1)
    at node:internal/process/task_queues:103:5`;
    expect(framesOf(stack).map(({ file }) => file)).toEqual([
      "packages/booking/src/services/store.ts",
      "node_modules/pg/lib/client.js",
      "task_queues",
    ]);
  });

  test("parses a hostile, extremely long stack trace without excessive cost", () => {
    const hostile = `at ${"(".repeat(100_000)}\n${"a@".repeat(100_000)}`;
    expect(framesOf(hostile)).toEqual([]);
  });
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox 143"],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    "Edge 141",
  ],
  [
    "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari 18",
  ],
  ["curl/8", undefined],
  [undefined, undefined],
])("reads only the browser and its version from the user agent %j", (userAgent, browser) => {
  expect(browserOf(userAgent)).toBe(browser);
});

test.each([
  [{ message: "Minified React error #418; visit https://react.dev/errors/418" }, true],
  [{ message: "Minified React error #423" }, true],
  [{ message: "Minified React error #425" }, true],
  [{ message: "Minified React error #4181" }, false],
  [{ message: "Script error." }, true],
  [{ message: "Failed to fetch" }, true],
  [{ message: "x", name: "AbortError" }, true],
  [{ message: "x", frames: [{ file: "chrome-extension:" }] }, true],
  [{ message: "x", frames: [{ file: "chrome-extension:" }, { file: "/assets/a.js" }] }, false],
])("isIgnored(%j) returns %j", (report, ignored) => {
  expect(isIgnored({ name: "Error", frames: [], ...report })).toBe(ignored);
});

test("the fingerprint ignores release, line and numbers but depends on the function and the source", () => {
  const report = {
    source: "BROWSER" as const,
    name: "TypeError",
    message: "no session 17",
    frames: [{ function: "Row", file: "/assets/home-AAAAAAAA.js", line: 1, column: 2 }],
  };
  const [frame] = report.frames as [(typeof report.frames)[0]];
  const same = {
    ...report,
    message: "no session 4",
    frames: [{ ...frame, file: "/assets/home-BBBBBBBB.js", line: 9 }],
  };
  expect(fingerprintOf(same)).toEqual(fingerprintOf(report));
  expect(fingerprintOf({ ...report, frames: [{ ...frame, function: "Seats" }] })).not.toEqual(fingerprintOf(report));
  expect(fingerprintOf({ ...report, source: "SERVER" })).not.toEqual(fingerprintOf(report));
});
