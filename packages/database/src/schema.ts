/**
 * This file was generated from the live schema by `npm run db:types`.
 * Please do not edit it manually.
 */

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Account {
  createdDate: Timestamp;
  email: string;
  emailVerified: Generated<boolean>;
  firstName: string | null;
  id: string;
  language: Generated<string>;
  lastName: string | null;
  passwordExpired: Generated<boolean>;
  passwordHash: string | null;
  profile: Generated<ColumnType<unknown, string, string>>;
  revision: Generated<number>;
  role: Generated<string>;
  siteId: string;
  status: Generated<string>;
  statusReasons: Generated<string[]>;
  updatedDate: Timestamp;
}

export interface ApiKey {
  createdDate: Timestamp;
  id: string;
  keyHash: Buffer;
  name: string;
  revokedDate: Timestamp | null;
  siteId: string;
}

export interface AppClient {
  createdDate: Timestamp;
  id: string;
  name: string;
  redirectUris: Generated<string[]>;
  siteId: string;
}

export interface Audit {
  action: string;
  actor: ColumnType<unknown, string, string>;
  after: ColumnType<unknown, string, string> | null;
  before: ColumnType<unknown, string, string> | null;
  createdDate: Timestamp;
  entity: string;
  entityId: string;
  id: string;
  siteId: string;
}

export interface Authenticator {
  accountId: string;
  confirmedDate: Timestamp | null;
  createdDate: Timestamp;
  lastStep: Generated<ColumnType<number, number | string, number | string>>;
  sealedSecret: Buffer;
  siteId: string;
}

export interface Booking {
  additionalFields: ColumnType<unknown, string, string> | null;
  appId: string | null;
  attendanceId: string | null;
  attendanceStatus: Generated<string>;
  bookedEntity: ColumnType<unknown, string, string>;
  calendarSequence: Generated<number>;
  canceledDate: Timestamp | null;
  contactDetails: Generated<ColumnType<unknown, string, string>>;
  contactEmail: string | null;
  createdDate: Timestamp;
  doubleBooked: Generated<boolean>;
  endDate: Timestamp | null;
  extendedFields: ColumnType<unknown, string, string> | null;
  externalUserId: string | null;
  id: string;
  idempotencyKey: string | null;
  memberId: string | null;
  numberOfAttendees: Generated<number>;
  participantsChoices: ColumnType<unknown, string, string> | null;
  paymentStatus: Generated<string>;
  placesId: string;
  revision: Generated<number>;
  scheduleId: string;
  selectedPaymentOption: Generated<string>;
  serviceId: string;
  sessionId: string | null;
  siteId: string;
  startDate: Timestamp | null;
  status: string;
  totalParticipants: number;
  updatedDate: Timestamp;
  visitorId: string | null;
}

export interface BookingPolicy {
  createdDate: Timestamp;
  id: string;
  isDefault: Generated<boolean>;
  name: string;
  rules: ColumnType<unknown, string, string>;
  siteId: string;
  updatedDate: Timestamp;
}

export interface Category {
  id: string;
  name: string;
  siteId: string;
  sortOrder: Generated<number>;
}

export interface EmailProof {
  accountId: string;
  createdDate: Timestamp;
  email: string;
  expiresDate: Timestamp;
  id: string;
  purpose: string;
  returnTo: string | null;
  secretHash: Buffer | null;
  siteId: string;
  tries: Generated<number>;
  usedDate: Timestamp | null;
}

export interface Event {
  body: ColumnType<unknown, string, string>;
  createdDate: Timestamp;
  entityId: string;
  entitySequence: number;
  id: string;
  siteId: string;
  slug: string;
  type: string;
}

export interface ExternalIdentity {
  accountId: string;
  createdDate: Timestamp;
  issuer: string;
  siteId: string;
  subject: string;
}

export interface IdentityClient {
  createdDate: Timestamp;
  firstParty: Generated<boolean>;
  id: string;
  logoutUris: Generated<string[]>;
  name: string;
  redirectUris: string[];
  siteId: string;
  updatedDate: Timestamp;
}

export interface IdentityGrantOrganization {
  createdDate: Timestamp;
  grantId: string;
  organizationId: string;
  siteId: string;
}

export interface IdentityKey {
  createdDate: Timestamp;
  position: number;
  purpose: string;
  retireDate: Timestamp | null;
  sealed: Buffer;
  signsFromDate: Timestamp;
  siteId: string;
}

export interface IdentityPayload {
  accountId: string | null;
  consumedDate: Timestamp | null;
  expiresDate: Timestamp;
  grantId: string | null;
  idHash: Buffer;
  model: string;
  payload: ColumnType<unknown, string, string>;
  siteId: string;
  uid: string | null;
}

export interface IdentitySession {
  accountId: string;
  createdDate: Timestamp;
  device: string | null;
  methods: Generated<string[]>;
  network: string | null;
  siteId: string;
  uid: string;
  usedDate: Timestamp;
}

export interface IdpConnection {
  audiences: string[];
  createdDate: Timestamp;
  enabled: Generated<boolean>;
  id: string;
  issuer: string;
  jwksUri: string;
  siteId: string;
}

export interface Mail {
  attachments: Generated<ColumnType<unknown, string, string>>;
  attempts: Generated<number>;
  bookingId: string | null;
  createdDate: Timestamp;
  html: string;
  id: string;
  language: Generated<string>;
  lastError: string | null;
  recipient: string;
  sentDate: Timestamp | null;
  siteId: string;
  status: Generated<string>;
  subject: string;
  template: Generated<string>;
  text: string;
}

export interface MailPart {
  content: Buffer;
  createdDate: Timestamp;
  hash: string;
  siteId: string;
}

export interface MemberSession {
  accountId: string;
  clientId: string | null;
  createdDate: Timestamp;
  device: string | null;
  endedDate: Timestamp | null;
  expiresDate: Timestamp;
  id: string;
  identitySession: string | null;
  network: string | null;
  siteId: string;
  usedDate: Timestamp | null;
}

export interface Migration {
  appliedDate: Timestamp;
  hash: string;
  name: string;
}

export interface OneTimeSecret {
  expiresDate: Timestamp;
  hash: Buffer;
  payload: ColumnType<unknown, string, string>;
  purpose: string;
  siteId: string;
  usedDate: Timestamp | null;
}

export interface Organization {
  createdDate: Timestamp;
  displayName: string;
  id: string;
  name: string;
  siteId: string;
}

export interface OrganizationMember {
  accountId: string;
  createdDate: Timestamp;
  organizationId: string;
  siteId: string;
}

export interface Outbox {
  createdDate: Timestamp;
  id: string;
  kind: string;
  payload: ColumnType<unknown, string, string>;
  siteId: string;
}

export interface Passkey {
  accountId: string;
  backedUp: Generated<boolean>;
  createdDate: Timestamp;
  credentialId: string;
  id: string;
  name: string;
  publicKey: Buffer;
  signCount: ColumnType<number, number | string, number | string>;
  siteId: string;
  transports: Generated<string[]>;
  usedDate: Timestamp | null;
}

export interface Places {
  capacity: number | null;
  id: string;
  siteId: string;
  taken: Generated<number>;
}

export interface RateWindow {
  count: number;
  kind: string;
  siteId: string;
  subjectHash: Buffer;
  windowDate: Timestamp;
}

export interface RecoveryCode {
  accountId: string;
  createdDate: Timestamp;
  hash: Buffer;
  siteId: string;
  usedDate: Timestamp | null;
}

export interface ScheduleException {
  canceled: Generated<boolean>;
  capacity: number | null;
  date: string;
  durationMinutes: number | null;
  ruleId: string;
  siteId: string;
  staffIds: string[] | null;
  startTime: string | null;
}

export interface ScheduleRule {
  capacity: number | null;
  createdDate: Timestamp;
  durationMinutes: number;
  id: string;
  scheduleId: string;
  siteId: string;
  staffIds: Generated<string[]>;
  startTime: string;
  validFrom: string;
  validUntil: string | null;
  weekday: number;
}

export interface Service {
  categoryId: string | null;
  createdDate: Timestamp;
  defaultCapacity: number;
  description: string | null;
  extra: Generated<ColumnType<unknown, string, string>>;
  hidden: Generated<boolean>;
  id: string;
  locations: Generated<ColumnType<unknown, string, string>>;
  media: ColumnType<unknown, string, string> | null;
  name: string;
  onlineBooking: ColumnType<unknown, string, string>;
  payment: ColumnType<unknown, string, string>;
  policyId: string;
  revision: Generated<number>;
  scheduleId: string;
  siteId: string;
  slugs: Generated<ColumnType<unknown, string, string>>;
  sortOrder: Generated<number>;
  staffIds: Generated<string[]>;
  tagLine: string | null;
  type: string;
  updatedDate: Timestamp;
}

export interface Session {
  createdDate: Timestamp;
  date: string | null;
  endDate: Timestamp;
  id: string;
  ruleId: string | null;
  scheduleId: string;
  serviceId: string;
  siteId: string;
  staffIds: Generated<string[]>;
  startDate: Timestamp;
  status: Generated<string>;
  updatedDate: Timestamp;
}

export interface Setting {
  name: string;
  siteId: string;
  updatedDate: Timestamp;
  value: ColumnType<unknown, string, string>;
}

export interface SignInFailure {
  failures: number;
  kind: string;
  lastFailureDate: Timestamp;
  pausedUntilDate: Timestamp | null;
  siteId: string;
  subjectHash: Buffer;
}

export interface Site {
  business: Generated<ColumnType<unknown, string, string>>;
  createdDate: Timestamp;
  currency: Generated<string>;
  demo: Generated<boolean>;
  id: string;
  name: string;
  timeZone: Generated<string>;
}

export interface Staff {
  accountId: string | null;
  createdDate: Timestamp;
  id: string;
  name: string;
  siteId: string;
  sortOrder: Generated<number>;
  title: Generated<string>;
}

/** Every table of the public schema. */
export interface Schema {
  account: Account;
  apiKey: ApiKey;
  appClient: AppClient;
  audit: Audit;
  authenticator: Authenticator;
  booking: Booking;
  bookingPolicy: BookingPolicy;
  category: Category;
  emailProof: EmailProof;
  event: Event;
  externalIdentity: ExternalIdentity;
  identityClient: IdentityClient;
  identityGrantOrganization: IdentityGrantOrganization;
  identityKey: IdentityKey;
  identityPayload: IdentityPayload;
  identitySession: IdentitySession;
  idpConnection: IdpConnection;
  mail: Mail;
  mailPart: MailPart;
  memberSession: MemberSession;
  migration: Migration;
  oneTimeSecret: OneTimeSecret;
  organization: Organization;
  organizationMember: OrganizationMember;
  outbox: Outbox;
  passkey: Passkey;
  places: Places;
  rateWindow: RateWindow;
  recoveryCode: RecoveryCode;
  scheduleException: ScheduleException;
  scheduleRule: ScheduleRule;
  service: Service;
  session: Session;
  setting: Setting;
  signInFailure: SignInFailure;
  site: Site;
  staff: Staff;
}
