import { expect, test } from "vitest";
import { addressBehind, readProxies } from "./proxies.ts";

const from = (trusted: string, remoteAddress: string, forwarded?: string | string[]) =>
  addressBehind(readProxies(trusted))({
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded as string },
    socket: { remoteAddress } as never,
  });

test.each([
  ["no proxy is trusted", "0", "203.0.113.9", "192.0.2.1", "203.0.113.9"],
  ["a connection that bypasses the proxy is not trusted", "loopback", "203.0.113.9", "192.0.2.1", "203.0.113.9"],
  ["the header of a local proxy is trusted", "loopback", "127.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["a local proxy may connect over IPv6", "loopback", "::1", "192.0.2.1", "192.0.2.1"],
  ["a local proxy may have an IPv4-mapped IPv6 address", "loopback", "::ffff:127.0.0.1", "192.0.2.1", "192.0.2.1"],
  [
    "an address that the client put into the header is ignored",
    "loopback",
    "127.0.0.1",
    "10.9.9.9, 192.0.2.1",
    "192.0.2.1",
  ],
  ["both of two proxies are trusted", "loopback, 10.0.0.0/8", "127.0.0.1", "6.6.6.6, 192.0.2.1, 10.1.2.3", "192.0.2.1"],
  ["only the nearer of two proxies is trusted", "loopback", "127.0.0.1", "192.0.2.1, 10.1.2.3", "10.1.2.3"],
  ["two proxies are trusted by count", "2", "10.0.0.2", "6.6.6.6, 192.0.2.1, 10.1.2.3", "192.0.2.1"],
  ["one proxy is trusted by count", "1", "10.0.0.2", "6.6.6.6, 192.0.2.1", "192.0.2.1"],
  ["an IPv6 network is trusted", "2001:db8::/32", "2001:db8::1", "2001:db9::7", "2001:db9::7"],
  ["the proxy adds a port to an IPv4 address", "1", "10.0.0.2", "192.0.2.1:51000", "192.0.2.1"],
  ["the proxy adds brackets and a port to an IPv6 address", "1", "10.0.0.2", "[2001:db8::7]:51000", "2001:db8::7"],
  ["an invalid header is ignored", "1", "10.0.0.2", "unknown", "10.0.0.2"],
  ["an empty header is ignored", "1", "10.0.0.2", "", "10.0.0.2"],
])("determines the client address: %s", (_, trusted, remote, forwarded, expected) => {
  expect(from(trusted, remote, forwarded)).toBe(expected);
});

test("uses the address of the connection as the client address if the header is missing", () => {
  expect(from("loopback", "127.0.0.1")).toBe("127.0.0.1");
});

test.each(["everybody", "10.0.0.0/33", "10.0.0/8", "11", "10.0.0.1/8/8", "loopback,,", "-1"])(
  "rejects %s as a list of trusted proxies",
  (text) => {
    expect(() => readProxies(text)).toThrow();
  },
);
