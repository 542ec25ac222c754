import { subscribe } from "node:diagnostics_channel";

// Preloaded into a server. Ends the process if Object.prototype differs from its state at the first
// response.
const prototypeProperties = () =>
  Reflect.ownKeys(Object.prototype).map((key) => {
    const { value, get } = Object.getOwnPropertyDescriptor(Object.prototype, key) ?? {};
    return [key, value ?? get] as const;
  });
let first: ReturnType<typeof prototypeProperties> | undefined;

subscribe("http.server.response.finish", () => {
  const now = prototypeProperties();
  first ??= now;
  const isSame =
    now.length === first.length && now.every(([key, value], at) => first?.[at]?.[0] === key && first[at][1] === value);
  if (isSame) return;
  console.error("Object.prototype has changed:", now.map(([key]) => String(key)).join(", "));
  process.exit(70);
});
