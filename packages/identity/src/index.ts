export { ClientAddressError, type ClientInput } from "./clients.ts";
export { createIdentity, type Identity, type IdentityOptions } from "./identity.ts";
export type { KeyInfo } from "./keys.ts";
export { type Organization, OrganizationError } from "./organizations.ts";
