import { expect, test } from "vitest";
import { isPublic } from "./public-addresses.ts";

test.each([
  "127.0.0.1",
  "127.8.9.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "224.0.0.1",
  "255.255.255.255",
  "240.0.0.1",
  "192.0.0.192",
  "198.18.0.1",
  "203.0.113.5",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:a00:1",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "fec0::1",
  "ff02::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001::1",
  "2001:db8::1",
  "localhost",
  "",
  "1",
])("treats %s as not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2a00:1450:4001:81b::200e", "::ffff:8.8.8.8"])(
  "treats %s as public",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);
