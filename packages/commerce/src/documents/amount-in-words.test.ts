import fc from "fast-check";
import { expect, test } from "vitest";
import { amountInWords } from "./amount-in-words.ts";

test.each([
  [0, "Nulis eurų 0 centų"],
  [1, "Nulis eurų 1 centas"],
  [2, "Nulis eurų 2 centai"],
  [10, "Nulis eurų 10 centų"],
  [11, "Nulis eurų 11 centų"],
  [21, "Nulis eurų 21 centas"],
  [22, "Nulis eurų 22 centai"],
  [99, "Nulis eurų 99 centai"],
  [1_00, "Vienas euras 0 centų"],
  [2_00, "Du eurai 0 centų"],
  [3_00, "Trys eurai 0 centų"],
  [9_00, "Devyni eurai 0 centų"],
  [10_00, "Dešimt eurų 0 centų"],
  [11_00, "Vienuolika eurų 0 centų"],
  [12_50, "Dvylika eurų 50 centų"],
  [19_00, "Devyniolika eurų 0 centų"],
  [20_00, "Dvidešimt eurų 0 centų"],
  [21_11, "Dvidešimt vienas euras 11 centų"],
  [22_00, "Dvidešimt du eurai 0 centų"],
  [30_00, "Trisdešimt eurų 0 centų"],
  [100_00, "Vienas šimtas eurų 0 centų"],
  [101_00, "Vienas šimtas vienas euras 0 centų"],
  [111_00, "Vienas šimtas vienuolika eurų 0 centų"],
  [200_00, "Du šimtai eurų 0 centų"],
  [524_60, "Penki šimtai dvidešimt keturi eurai 60 centų"],
  [999_99, "Devyni šimtai devyniasdešimt devyni eurai 99 centai"],
  [1000_00, "Vienas tūkstantis eurų 0 centų"],
  [1001_00, "Vienas tūkstantis vienas euras 0 centų"],
  [2000_00, "Du tūkstančiai eurų 0 centų"],
  [10_000_00, "Dešimt tūkstančių eurų 0 centų"],
  [11_000_00, "Vienuolika tūkstančių eurų 0 centų"],
  [21_000_00, "Dvidešimt vienas tūkstantis eurų 0 centų"],
  [112_000_00, "Vienas šimtas dvylika tūkstančių eurų 0 centų"],
  [1_000_000_00, "Vienas milijonas eurų 0 centų"],
  [2_000_000_00, "Du milijonai eurų 0 centų"],
  [10_000_000_00, "Dešimt milijonų eurų 0 centų"],
  [
    1_234_567_89,
    "Vienas milijonas du šimtai trisdešimt keturi tūkstančiai penki šimtai šešiasdešimt septyni eurai 89 centai",
  ],
  [-12_50, "Minus dvylika eurų 50 centų"],
])("writes %i cents in Lithuanian as “%s”", (cents, words) => expect(amountInWords(cents, "lt")).toBe(words));

test.each([
  [0, "Zero euros 0 cents"],
  [1_01, "One euro 1 cent"],
  [12_50, "Twelve euros 50 cents"],
  [21_00, "Twenty-one euros 0 cents"],
  [100_00, "One hundred euros 0 cents"],
  [524_60, "Five hundred twenty-four euros 60 cents"],
  [1_000_000_00, "One million euros 0 cents"],
  [70_013_00, "Seventy thousand thirteen euros 0 cents"],
  [-12_50, "Minus twelve euros 50 cents"],
])("writes %i cents in English as “%s”", (cents, words) => expect(amountInWords(cents, "en")).toBe(words));

test("writes different amounts in different words", () => {
  const amount = fc.integer({ min: 0, max: 99_999_999_99 });
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      for (const language of ["lt", "en"] as const) {
        expect(amountInWords(a, language) === amountInWords(b, language)).toBe(a === b);
      }
    }),
  );
});
