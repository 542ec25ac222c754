// Every program imports this first. It makes prototype pollution impossible: no property can be added to
// Object.prototype, and `__proto__` throws.
const refuse = () => {
  throw new TypeError("`__proto__` is not used here: see Object.getPrototypeOf and Object.create.");
};
Object.defineProperty(Object.prototype, "__proto__", { get: refuse, set: refuse });
Object.preventExtensions(Object.prototype);
