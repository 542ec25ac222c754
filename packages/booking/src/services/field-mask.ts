import { type FieldMask, Service, ServiceChange, ServiceInput } from "@uola/contract";
import { Violation } from "@uola/kernel";
import type { z } from "zod";

type Json = Record<string, unknown>;
type Definition = { type: string; shape?: Record<string, z.ZodType>; innerType?: z.ZodType; element?: z.ZodType };
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** Returns the fields of a service that callers may set, in input format. */
export const settable = (service: Service): ServiceInput => pick(ServiceInput, service) as ServiceInput;

function pick(schema: z.ZodType, value: unknown): unknown {
  const { shape, innerType, element } = definitionOf(schema);
  if (innerType) return pick(innerType, value);
  if (value === null || value === undefined) return value;
  if (element) return (value as unknown[]).map((each) => pick(element, each));
  if (!shape) return value;
  const given = Object.entries(shape).filter(([name]) => (value as Json)[name] !== undefined);
  return Object.fromEntries(given.map(([name, of]) => [name, pick(of, (value as Json)[name])]));
}

/**
 * Applies a change to a service. Without a mask, or with an empty one, the given fields are merged:
 * objects field by field, lists as a whole; null clears a field. With a mask, each named path is
 * replaced by its value in the change, and cleared if the change has none. Server-set fields in a
 * mask are ignored, unknown ones are rejected.
 */
export function applyChange(now: ServiceInput, change: ServiceChange, mask?: FieldMask | null): ServiceInput {
  const paths = pathsOf(mask);
  const draft = structuredClone(now) as Json;
  if (paths.length === 0) return merge(draft, change);
  const unknown = paths.filter(
    (path) => !hasField(Service, path.split(".")) && !hasField(ServiceChange, path.split(".")),
  );
  if (unknown.length > 0) {
    const description = `names no field of a service: ${unknown.slice(0, 5).join(", ")}`.slice(0, 500);
    throw new Violation([{ field: "mask", description, ruleName: "INVALID_MASK" }]);
  }
  for (const path of paths.map((each) => each.split("."))) {
    if (hasField(ServiceChange, path)) put(draft, path, valueAt(change, path));
  }
  return draft as ServiceInput;
}

function pathsOf(mask: FieldMask | null | undefined): string[] {
  const paths = typeof mask === "string" ? mask.split(",") : Array.isArray(mask) ? mask : (mask?.paths ?? []);
  return paths.map((path) => path.trim()).filter((path) => path !== "");
}

/** Whether the field exists; free-form JSON accepts any field. */
function hasField(schema: z.ZodType, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const { type, shape, innerType } = definitionOf(schema);
  if (innerType) return hasField(innerType, [name, ...rest]);
  if (type === "record") return !forbidden.has(name);
  return shape !== undefined && Object.hasOwn(shape, name) && hasField(shape[name] as z.ZodType, rest);
}

const forbidden = new Set(["__proto__", "constructor", "prototype"]);
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);

function merge(target: Json, change: Json): Json {
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || forbidden.has(name)) continue;
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    target[name] = isObject(value) && isObject(before) ? merge(before, value) : value;
  }
  return target;
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value) ?? null;

function put(target: Json, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = Object.hasOwn(target, name) && isObject(target[name]) ? target[name] : {};
  target[name] = inner;
  put(inner, rest, value);
}
