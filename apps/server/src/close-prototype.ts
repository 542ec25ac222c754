// Imported before anything else by whatever starts. Should a text from outside ever find a way to what all objects
// inherit, it finds a closed door there: no property can be added to it, and `__proto__` leads nowhere.
const refuse = () => {
  throw new TypeError("`__proto__` is not used here: see Object.getPrototypeOf and Object.create.");
};
Object.defineProperty(Object.prototype, "__proto__", { get: refuse, set: refuse });
Object.preventExtensions(Object.prototype);
