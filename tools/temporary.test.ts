import { expect, test } from "vitest";
import { isSuitableFolder } from "./temporary.ts";

const gigabyte = 1024 ** 3;
const machine = {
  mounts: "/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,size=8000000k 0 0\n",
  free: 8 * gigabyte,
  available: 12 * gigabyte,
};

test("temporary test files are kept in memory only where it is large enough and allows execution", () => {
  expect(isSuitableFolder(machine)).toBe(true);
  // A container usually has 64 MB of shared memory.
  expect(isSuitableFolder({ ...machine, free: gigabyte / 16 })).toBe(false);
  expect(isSuitableFolder({ ...machine, available: 3 * gigabyte })).toBe(false);
  expect(isSuitableFolder({ ...machine, mounts: machine.mounts.replace("nosuid", "noexec") })).toBe(false);
  expect(isSuitableFolder({ ...machine, mounts: machine.mounts.replace("shm tmpfs", "shm ext4") })).toBe(false);
  expect(isSuitableFolder({ ...machine, mounts: "/dev/vda / ext4 rw 0 0\n" })).toBe(false);
});
