import { createWorld as createGym, type World } from "@uola/booking/testing";
import { houseOf } from "@uola/kernel/testing";
import { createPlatform, type WholePlatformOptions } from "./platform.ts";

export * from "@uola/booking/testing";

export const createHouse = houseOf<WholePlatformOptions>(createPlatform);
export const createWorld = (size: { connections?: number } = {}): Promise<World> => createGym(size, createHouse);
