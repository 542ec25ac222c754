export { ClientAddressError, type ClientWish } from "./clients.ts";
export { createIdentity, type Identity, type IdentityOptions } from "./identity.ts";
