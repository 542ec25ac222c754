import { expect, test } from "vitest";
import { addressBehind, readProxies } from "./proxies.ts";

const from = (trusted: string, remoteAddress: string, forwarded?: string | string[]) =>
  addressBehind(readProxies(trusted))({
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded as string },
    socket: { remoteAddress } as never,
  });

test.each([
  ["nobody is trusted", "0", "203.0.113.9", "192.0.2.1", "203.0.113.9"],
  ["whoever comes past the proxy is who they are", "loopback", "203.0.113.9", "192.0.2.1", "203.0.113.9"],
  ["the proxy on this machine says who it heard", "loopback", "127.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["by either of its addresses", "loopback", "::1", "192.0.2.1", "192.0.2.1"],
  ["also in IPv6 dress", "loopback", "::ffff:127.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["what a client wrote before it counts for nothing", "loopback", "127.0.0.1", "10.9.9.9, 192.0.2.1", "192.0.2.1"],
  ["two proxies, both known", "loopback, 10.0.0.0/8", "127.0.0.1", "6.6.6.6, 192.0.2.1, 10.1.2.3", "192.0.2.1"],
  ["two proxies, one known: all are one network", "loopback", "127.0.0.1", "192.0.2.1, 10.1.2.3", "10.1.2.3"],
  ["two by number", "2", "10.0.0.2", "6.6.6.6, 192.0.2.1, 10.1.2.3", "192.0.2.1"],
  ["one by number", "1", "10.0.0.2", "6.6.6.6, 192.0.2.1", "192.0.2.1"],
  ["an IPv6 network", "2001:db8::/32", "2001:db8::1", "2001:db9::7", "2001:db9::7"],
  ["with the port a proxy wrote", "1", "10.0.0.2", "192.0.2.1:51000", "192.0.2.1"],
  ["with brackets and port", "1", "10.0.0.2", "[2001:db8::7]:51000", "2001:db8::7"],
  ["rubbish is not believed", "1", "10.0.0.2", "unknown", "10.0.0.2"],
  ["nor an empty header", "1", "10.0.0.2", "", "10.0.0.2"],
])("%s", (_, trusted, remote, forwarded, expected) => {
  expect(from(trusted, remote, forwarded)).toBe(expected);
});

test("without the header the address of the connection counts", () => {
  expect(from("loopback", "127.0.0.1")).toBe("127.0.0.1");
});

test.each(["everybody", "10.0.0.0/33", "10.0.0/8", "11", "10.0.0.1/8/8", "loopback,,", "-1"])(
  "%s is not a list of proxies",
  (text) => {
    expect(() => readProxies(text)).toThrow();
  },
);
