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
  role: Generated<"member" | "trainer" | "desk" | "editor" | "accountant" | "owner">;
  siteId: string;
  status: Generated<"PENDING" | "ACTIVE" | "DELETED" | "BLOCKED" | "OFFLINE">;
  statusReasons: Generated<string[]>;
  updatedDate: Timestamp;
}

export interface ApiKey {
  createdDate: Timestamp;
  expiresDate: Timestamp | null;
  features: string[] | null;
  id: string;
  keyHash: Buffer;
  name: string;
  readOnly: Generated<boolean>;
  revokedDate: Timestamp | null;
  siteId: string;
  usedDate: Timestamp | null;
}

export interface AppClient {
  createdDate: Timestamp;
  id: string;
  name: string;
  redirectUris: Generated<string[]>;
  rotates: Generated<boolean>;
  siteId: string;
}

export interface Attendance {
  bookingId: string;
  id: string;
  numberOfAttendees: Generated<number>;
  present: Generated<string[]>;
  sessionId: string;
  siteId: string;
  status: "NOT_SET" | "ATTENDED" | "NOT_ATTENDED";
  updatedDate: Timestamp;
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
  reason: string | null;
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

export interface BankEntry {
  amount: ColumnType<number, number | string, number | string>;
  bankReference: string | null;
  bookedDate: string;
  createdDate: Timestamp;
  currency: string;
  decidedDate: Timestamp | null;
  entryKey: string;
  id: string;
  payerIban: string;
  payerName: string;
  paymentId: string | null;
  reference: string;
  returned: Generated<boolean>;
  reversal: boolean;
  siteId: string;
  state: "OPEN" | "NOTED" | "ASIDE";
  text: string;
  toCheck: "AMOUNT_UNCLEAR" | "SAME_REFERENCE" | null;
}

export interface Booking {
  additionalFields: ColumnType<unknown, string, string> | null;
  appId: string | null;
  bookedEntity: ColumnType<unknown, string, string>;
  calendarSequence: Generated<number>;
  canceledDate: Timestamp | null;
  cancellationFee: ColumnType<unknown, string, string> | null;
  contactDetails: Generated<ColumnType<unknown, string, string>>;
  contactEmail: string | null;
  contactId: string | null;
  createdDate: Timestamp;
  doubleBooked: Generated<boolean>;
  endDate: Timestamp | null;
  extendedFields: ColumnType<unknown, string, string> | null;
  externalUserId: string | null;
  flowControl: ColumnType<unknown, string, string> | null;
  id: string;
  idempotencyKey: string | null;
  language: string | null;
  memberId: string | null;
  multiServiceBookingId: string | null;
  multiServiceBookingType: "SEQUENTIAL_BOOKINGS" | "SEPARATE_BOOKINGS" | "PARALLEL_BOOKINGS" | null;
  participants: ColumnType<unknown, string, string> | null;
  participantsChoices: ColumnType<unknown, string, string> | null;
  payment: ColumnType<unknown, string, string> | null;
  paymentStatus: Generated<string>;
  placesId: string;
  resourceId: string | null;
  revision: Generated<number>;
  scheduleId: string;
  selectedPaymentOption: Generated<string>;
  serviceId: string;
  sessionId: string | null;
  siteId: string;
  smsReminder: Generated<boolean>;
  source: ColumnType<unknown, string, string> | null;
  startDate: Timestamp | null;
  status: "CREATED" | "CONFIRMED" | "CANCELED" | "PENDING" | "DECLINED" | "WAITING_LIST";
  totalParticipants: number;
  updatedDate: Timestamp;
  visitorId: string | null;
}

export interface BookingForm {
  createdDate: Timestamp;
  fields: Generated<ColumnType<unknown, string, string>>;
  id: string;
  name: string;
  revision: Generated<number>;
  siteId: string;
  updatedDate: Timestamp;
}

export interface BookingPolicy {
  createdDate: Timestamp;
  id: string;
  isDefault: Generated<boolean>;
  name: string;
  revision: Generated<number>;
  rules: ColumnType<unknown, string, string>;
  siteId: string;
  updatedDate: Timestamp;
}

export interface CalendarFeed {
  accountId: string;
  createdDate: Timestamp;
  id: string;
  keyHash: Buffer;
  kind: "PERSON" | "TRAINER" | "GROUP";
  siteId: string;
  subjectId: string | null;
}

export interface Cart {
  createdDate: Timestamp;
  holder: string;
  id: string;
  revision: Generated<number>;
  siteId: string;
  updatedDate: Timestamp;
}

export interface CartCode {
  cartId: string;
  codeVersion: number | null;
  couponCode: string | null;
  createdDate: Timestamp;
  id: string;
  passId: string | null;
  siteId: string;
  voucherId: string | null;
}

export interface CartLine {
  addedByKey: string | null;
  cartId: string;
  createdDate: Timestamp;
  detail: ColumnType<unknown, string, string>;
  holdId: string | null;
  id: string;
  kind: "BOOKING" | "VOUCHER" | "GOODS" | "DONATION" | "PASS";
  seenGross: ColumnType<number, number | string, number | string>;
  siteId: string;
}

export interface Category {
  id: string;
  kind: Generated<"firstTime" | "children" | "trainings" | "ropes" | "bouldering" | "other">;
  name: string;
  revision: Generated<number>;
  siteId: string;
  sortOrder: Generated<number>;
}

export interface Collection {
  columns: Generated<ColumnType<unknown, string, string>>;
  columnsMade: Generated<number>;
  createdDate: Timestamp;
  definition: ColumnType<unknown, string, string>;
  hasSandbox: Generated<boolean>;
  id: string;
  key: string;
  refersTo: Generated<string[]>;
  removedDate: Timestamp | null;
  revision: Generated<number>;
  siteId: string;
  updatedDate: Timestamp;
}

export interface CollectionIndex {
  claimedUntil: Timestamp | null;
  collectionKey: string;
  createdDate: Timestamp;
  definition: ColumnType<unknown, string, string>;
  failure: ColumnType<unknown, string, string> | null;
  name: string;
  siteId: string;
  status: Generated<"BUILDING" | "ACTIVE" | "DROPPING" | "DROPPED" | "FAILED" | "INVALID">;
  updatedDate: Timestamp;
}

export interface Consent {
  browserId: string;
  choice: "ACCEPTED" | "REFUSED";
  createdDate: Timestamp;
  id: string;
  siteId: string;
  version: number;
}

export interface Contact {
  createdDate: Timestamp;
  email: string | null;
  firstName: string | null;
  key: string;
  lastName: string | null;
  personId: string;
  phone: string | null;
  searchText: string;
  siteId: string;
}

export interface Coupon {
  archivedDate: Timestamp | null;
  createdDate: Timestamp;
  id: string;
  name: string;
  revision: Generated<number>;
  rule: ColumnType<unknown, string, string>;
  siteId: string;
  stopped: Generated<boolean>;
  totalLimit: number | null;
  updatedDate: Timestamp;
  used: Generated<number>;
}

export interface CouponCode {
  code: string;
  couponId: string;
  once: boolean;
  siteId: string;
  used: Generated<number>;
}

export interface CouponRedemption {
  actor: ColumnType<unknown, string, string>;
  bookingId: string | null;
  code: string;
  couponId: string;
  createdDate: Timestamp;
  discount: ColumnType<number, number | string, number | string>;
  email: string | null;
  firstBooking: boolean;
  id: string;
  orderId: string | null;
  phone: string | null;
  price: ColumnType<number, number | string, number | string>;
  releasedDate: Timestamp | null;
  serviceId: string | null;
  shares: ColumnType<unknown, string, string> | null;
  siteId: string;
}

export interface DeskClose {
  actor: ColumnType<unknown, string, string>;
  correctsId: string | null;
  counted: ColumnType<number, number | string, number | string>;
  createdDate: Timestamp;
  day: string;
  expected: ColumnType<number, number | string, number | string>;
  id: string;
  moneyId: string;
  note: string;
  number: number;
  opening: ColumnType<number, number | string, number | string>;
  requestId: string;
  since: Timestamp | null;
  siteId: string;
  sums: ColumnType<unknown, string, string>;
  takenAway: ColumnType<number, number | string, number | string>;
}

export interface DeskMoney {
  about: string;
  actor: ColumnType<unknown, string, string>;
  amount: ColumnType<number, number | string, number | string>;
  closeId: string | null;
  createdDate: Timestamp;
  id: string;
  kind: "ORDER" | "VOUCHER" | "PASS" | "MARK";
  mark: Generated<number>;
  method: "CASH" | "CARD";
  receiptNumber: string | null;
  siteId: string;
}

export interface Document {
  buyer: string;
  createdDate: Timestamp;
  gross: ColumnType<number, number | string, number | string>;
  id: string;
  issueDay: string;
  kind: "INVOICE" | "CREDIT" | "PROFORMA";
  net: ColumnType<number, number | string, number | string>;
  number: number;
  orderId: string;
  orderNumber: string;
  refersTo: string | null;
  series: string;
  siteId: string;
  snapshot: ColumnType<unknown, string, string>;
  vat: ColumnType<number, number | string, number | string>;
}

export interface DocumentMonth {
  actor: ColumnType<unknown, string, string>;
  closedDate: Timestamp;
  month: string;
  siteId: string;
}

export interface DocumentSeries {
  kind: "INVOICE" | "CREDIT" | "PROFORMA";
  last: number;
  lastDay: string;
  series: string;
  siteId: string;
}

export interface DocumentTax {
  code: string | null;
  documentId: string;
  gross: ColumnType<number, number | string, number | string>;
  net: ColumnType<number, number | string, number | string>;
  position: number;
  rate: number | null;
  siteId: string;
  vat: ColumnType<number, number | string, number | string>;
}

export interface EmailProof {
  accountId: string;
  createdDate: Timestamp;
  email: string;
  expiresDate: Timestamp;
  id: string;
  purpose: "VERIFY_LINK" | "VERIFY_CODE" | "RESET_PASSWORD" | "ACTIVATE" | "CHANGE_EMAIL";
  returnTo: string | null;
  secretHash: Buffer | null;
  siteId: string;
  tries: Generated<number>;
  usedDate: Timestamp | null;
}

export interface ErrorGroup {
  browser: string | null;
  fingerprint: Buffer;
  firstDate: Timestamp;
  frames: ColumnType<unknown, string, string>;
  id: string;
  lastDate: Timestamp;
  message: string;
  name: string;
  place: string | null;
  release: string;
  reportCount: Generated<ColumnType<number, number | string, number | string>>;
  resolvedDate: Timestamp | null;
  siteId: string;
  source: "BROWSER" | "SERVER";
}

export interface Event {
  body: ColumnType<unknown, string, string>;
  createdDate: Timestamp;
  entityId: string;
  entitySequence: number;
  id: string;
  siteId: string;
  slug: string;
  transactionId: Generated<string>;
  type: string;
}

export interface ExternalCollectionPermissions {
  collectionId: string;
  connection: string;
  permissions: ColumnType<unknown, string, string>;
  siteId: string;
}

export interface ExternalDatabaseConnection {
  createdDate: Timestamp;
  endpoint: string | null;
  id: string;
  name: string;
  protocolVersion: "V1" | "V2" | "V3" | null;
  publicKey: string | null;
  revision: Generated<number>;
  sealedConfiguration: Buffer | null;
  sealedPrivateKey: Buffer | null;
  siteId: string;
  type: "STANDALONE" | "WIX_SPI";
  updatedDate: Timestamp;
}

export interface ExternalIdentity {
  accountId: string;
  createdDate: Timestamp;
  issuer: string;
  siteId: string;
  subject: string;
}

export interface FamiliarOrigin {
  accountId: string;
  kind: "BROWSER" | "NETWORK";
  originHash: Buffer;
  siteId: string;
  usedDate: Timestamp;
}

export interface Hold {
  bookingId: string | null;
  createdDate: Timestamp;
  expiresDate: Timestamp;
  holder: string;
  id: string;
  network: string | null;
  placesId: string;
  renewed: Generated<boolean>;
  scheduleId: string;
  serviceId: string;
  sessionId: string | null;
  siteId: string;
  state: Generated<"OPEN" | "PAYING" | "OFFER">;
  totalParticipants: number;
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
  purpose: "TOKENS" | "COOKIES";
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

export interface ItemDraft {
  collectionKey: string;
  data: ColumnType<unknown, string, string>;
  failure: ColumnType<unknown, string, string> | null;
  itemId: string;
  itemRevision: number | null;
  publishDate: Timestamp | null;
  revision: Generated<number>;
  siteId: string;
  updatedBy: ColumnType<unknown, string, string>;
  updatedDate: Timestamp;
}

export interface ItemImport {
  actor: ColumnType<unknown, string, string>;
  collectionId: string;
  collectionKey: string;
  columns: string;
  createdDate: Timestamp;
  failed: Generated<number>;
  failure: ColumnType<unknown, string, string> | null;
  fileName: string;
  format: "CSV" | "JSON";
  id: string;
  kept: Generated<number>;
  mode: "INSERT" | "SAVE";
  position: Generated<number>;
  removed: Generated<number>;
  siteId: string;
  status: "UPLOADING" | "WAITING" | "RUNNING" | "STOPPED" | "DONE" | "FAILED" | "UNDOING" | "UNDONE";
  total: Generated<number>;
  undoPosition: number | null;
  updatedDate: Timestamp;
  written: Generated<number>;
}

export interface ItemImportBatch {
  added: string | null;
  importId: string;
  number: number;
  rows: string | null;
  siteId: string;
}

export interface ItemImportFailure {
  code: string;
  description: string;
  field: string | null;
  importId: string;
  line: number;
  number: number;
  row: string;
  siteId: string;
}

export interface ItemReference {
  collectionKey: string;
  field: string;
  id: string;
  itemId: string;
  referencedId: string;
  sandbox: boolean;
  siteId: string;
}

export interface ItemVersion {
  collectionKey: string;
  createdDate: Timestamp;
  data: ColumnType<unknown, string, string>;
  itemId: string;
  owner: string | null;
  removedBy: ColumnType<unknown, string, string> | null;
  removedDate: Timestamp | null;
  revision: number;
  siteId: string;
  status: string | null;
  writtenBy: ColumnType<unknown, string, string>;
  writtenDate: Timestamp;
}

export interface Job {
  actor: ColumnType<unknown, string, string>;
  createdDate: Timestamp;
  done: Generated<number>;
  failed: Generated<number>;
  failures: Generated<ColumnType<unknown, string, string>>;
  id: string;
  input: ColumnType<unknown, string, string>;
  kind: string;
  position: string | null;
  siteId: string;
  status: Generated<"WAITING" | "RUNNING" | "DONE" | "FAILED">;
  total: number | null;
  updatedDate: Timestamp;
}

export interface Location {
  address: Generated<ColumnType<unknown, string, string>>;
  archived: Generated<boolean>;
  createdDate: Timestamp;
  email: string | null;
  id: string;
  isDefault: Generated<boolean>;
  kinds: Generated<string[]>;
  name: string;
  openingHours: ColumnType<unknown, string, string> | null;
  phone: string | null;
  revision: Generated<number>;
  siteId: string;
  specialHours: ColumnType<unknown, string, string> | null;
  updatedDate: Timestamp;
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
  status: Generated<"RENDERED" | "SENT" | "FAILED" | "OUTDATED">;
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

export interface Measuring {
  consentVersion: Generated<number>;
  revision: Generated<number>;
  siteId: string;
  tagManagerId: string | null;
  updatedDate: Timestamp;
  webVitals: Generated<boolean>;
}

export interface MediaFile {
  alt: Generated<string>;
  createdDate: Timestamp;
  deletedDate: Timestamp | null;
  focusX: number | null;
  focusY: number | null;
  height: number | null;
  id: string;
  kind: "IMAGE" | "DOCUMENT" | "AUDIO" | "VIDEO";
  mimeType: string;
  name: string;
  revision: Generated<number>;
  siteId: string;
  sizeBytes: ColumnType<number, number | string, number | string>;
  stored: Generated<boolean>;
  updatedDate: Timestamp;
  width: number | null;
}

export interface MediaUsage {
  siteId: string;
  usedBytes: ColumnType<number, number | string, number | string>;
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
  provedDate: Timestamp | null;
  refreshedDate: Timestamp | null;
  refreshNumber: Generated<number>;
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

export interface OrderLine {
  bookingId: string | null;
  detail: ColumnType<unknown, string, string>;
  discount: ColumnType<number, number | string, number | string>;
  endDate: Timestamp | null;
  gross: ColumnType<number, number | string, number | string>;
  id: string;
  kind: "BOOKING" | "VOUCHER" | "GOODS" | "DONATION" | "PASS";
  later: Generated<ColumnType<number, number | string, number | string>>;
  laterTax: ColumnType<unknown, string, string> | null;
  name: string;
  orderId: string;
  passEntries: Generated<number>;
  passId: string | null;
  policy: ColumnType<unknown, string, string> | null;
  position: number;
  quantity: number;
  refunded: Generated<ColumnType<number, number | string, number | string>>;
  serviceId: string | null;
  siteId: string;
  startDate: Timestamp | null;
  state: "WAITING" | "DONE" | "NOT_DONE" | "CANCELED" | "CALLED_OFF";
  taxClass: string | null;
  unitPrice: ColumnType<number, number | string, number | string> | null;
  vatRate: number | null;
  voucherId: string | null;
  withdrawalId: string | null;
}

export interface OrderPart {
  amount: ColumnType<number, number | string, number | string>;
  dueDay: string;
  orderId: string;
  position: number;
  remindDay: string | null;
  siteId: string;
}

export interface OrderVoucher {
  amount: ColumnType<number, number | string, number | string>;
  givenBack: Generated<ColumnType<number, number | string, number | string>>;
  last4: string;
  orderId: string;
  reservationId: string;
  siteId: string;
  state: "RESERVED" | "REDEEMED" | "RELEASED";
  voucherId: string;
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

export interface PageView {
  day: string;
  language: string;
  path: string;
  siteId: string;
  views: ColumnType<number, number | string, number | string>;
}

export interface Pass {
  balance: number | null;
  codeVersion: Generated<number>;
  createdDate: Timestamp;
  frozenDaysOfYears: Generated<ColumnType<unknown, string, string>>;
  frozenFrom: string | null;
  frozenUntil: string | null;
  holderEmail: string | null;
  holderName: string;
  id: string;
  kindId: string;
  language: string;
  last4: string;
  memberId: string | null;
  name: string;
  number: number;
  orderId: string | null;
  orderLineId: string | null;
  payment: ColumnType<unknown, string, string> | null;
  price: ColumnType<number, number | string, number | string>;
  refundedDate: Timestamp | null;
  remindedOf: string | null;
  revision: Generated<number>;
  sealedCode: Buffer;
  siteId: string;
  terms: ColumnType<unknown, string, string>;
  transferredDate: Timestamp | null;
  updatedDate: Timestamp;
  validFrom: string;
  validUntil: string;
  visits: Generated<number>;
}

export interface PassEntry {
  about: string | null;
  actor: ColumnType<unknown, string, string>;
  balance: number | null;
  bookingId: string | null;
  createdDate: Timestamp;
  day: string | null;
  days: Generated<number>;
  delta: Generated<number>;
  kind: string;
  passId: string;
  payment: ColumnType<unknown, string, string> | null;
  reason: string | null;
  requestId: string | null;
  sequence: number;
  siteId: string;
  visits: Generated<number>;
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

export interface PassKind {
  createdDate: Timestamp;
  id: string;
  onSale: boolean;
  priceId: string;
  revision: Generated<number>;
  siteId: string;
  terms: ColumnType<unknown, string, string>;
  updatedDate: Timestamp;
}

export interface PassNumber {
  last: number;
  siteId: string;
}

export interface Payment {
  amount: ColumnType<number, number | string, number | string>;
  attemptId: string | null;
  createdDate: Timestamp;
  disputedDate: Timestamp | null;
  id: string;
  kind: string;
  orderId: string;
  receiptNumber: string | null;
  receivedDate: Timestamp;
  reference: string;
  siteId: string;
  voidedDate: Timestamp | null;
}

export interface PaymentAttempt {
  amount: ColumnType<number, number | string, number | string>;
  createdDate: Timestamp;
  expiresDate: Timestamp | null;
  failure: string | null;
  id: string;
  merchantRef: string;
  orderId: string;
  pollDate: Timestamp | null;
  polls: Generated<number>;
  providerRef: string | null;
  redirectUrl: string | null;
  siteId: string;
  state: "CREATED" | "OPEN" | "PENDING" | "SUCCEEDED" | "FAILED" | "EXPIRED" | "CANCELED" | "VOIDED";
  updatedDate: Timestamp;
  way: string;
}

export interface PersonNote {
  author: ColumnType<unknown, string, string>;
  createdDate: Timestamp;
  id: string;
  personId: string;
  revision: Generated<number>;
  siteId: string;
  text: string;
  updatedDate: Timestamp;
}

export interface Places {
  capacity: number | null;
  held: Generated<number>;
  id: string;
  siteId: string;
  taken: Generated<number>;
  waitingMin: number | null;
}

export interface PriceHistory {
  cents: ColumnType<number, number | string, number | string>;
  day: string;
  priceId: string;
  siteId: string;
}

export interface PricingPlan {
  archived: Generated<boolean>;
  createdDate: Timestamp;
  description: string | null;
  id: string;
  name: string;
  price: ColumnType<unknown, string, string>;
  revision: Generated<number>;
  siteId: string;
  updatedDate: Timestamp;
}

export interface ProviderEvent {
  attemptId: string | null;
  eventKey: string;
  message: ColumnType<unknown, string, string>;
  outcome: string;
  receivedDate: Timestamp;
  siteId: string;
  way: string;
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

export interface Refund {
  amount: ColumnType<number, number | string, number | string>;
  bonus: Generated<ColumnType<number, number | string, number | string>>;
  createdDate: Timestamp;
  doneDate: Timestamp | null;
  failure: string | null;
  iban: string | null;
  id: string;
  idempotencyKey: string;
  nextDate: Timestamp | null;
  orderId: string;
  payerIban: string | null;
  paymentId: string | null;
  providerRef: string | null;
  reason: string;
  reasonCode: string | null;
  receiptNumber: string | null;
  receiverName: string | null;
  siteId: string;
  state: "REQUESTED" | "SENT" | "DONE" | "TO_PAY_OUT";
  tries: Generated<number>;
  voucherId: string | null;
  way: "PROVIDER" | "TRANSFER" | "DESK" | "CREDIT" | "VOUCHER";
}

export interface Reminder {
  bookingId: string;
  by: "MAIL" | "SMS";
  createdDate: Timestamp;
  minutesBefore: number;
  siteId: string;
  startDate: Timestamp;
}

export interface Resource {
  createdDate: Timestamp;
  hidden: Generated<boolean>;
  id: string;
  locationId: string | null;
  name: string;
  revision: Generated<number>;
  siteId: string;
  type: "WALL" | "ROOM" | "AUTO_BELAY" | "EQUIPMENT" | "OTHER";
  units: Generated<number>;
  updatedDate: Timestamp;
}

export interface ScheduleException {
  canceled: Generated<boolean>;
  capacity: number | null;
  date: string;
  durationMinutes: number | null;
  extra: ColumnType<unknown, string, string> | null;
  movedTo: string | null;
  resourceIds: string[] | null;
  restored: Generated<boolean>;
  ruleId: string;
  siteId: string;
  staffIds: string[] | null;
  startTime: string | null;
}

export interface ScheduleRule {
  breaks: Generated<ColumnType<unknown, string, string>>;
  capacity: number | null;
  createdDate: Timestamp;
  durationMinutes: number;
  extra: Generated<ColumnType<unknown, string, string>>;
  id: string;
  resourceIds: Generated<string[]>;
  scheduleId: string;
  siteId: string;
  skipHolidays: Generated<boolean>;
  staffIds: Generated<string[]>;
  startTime: string;
  validFrom: string;
  validUntil: string | null;
  weekday: number;
}

export interface Seller {
  address: string;
  bank: string | null;
  code: string;
  companyDays: number;
  createdDate: Timestamp;
  creditSeries: string;
  email: string | null;
  iban: string | null;
  invoiceSeries: string;
  name: string;
  phone: string | null;
  proformaSeries: string;
  revision: Generated<number>;
  siteId: string;
  updatedDate: Timestamp;
  vatCode: string | null;
}

export interface Service {
  categoryId: string | null;
  createdDate: Timestamp;
  defaultCapacity: number;
  deletedDate: Timestamp | null;
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
  searchText: Generated<string>;
  siteId: string;
  slugs: Generated<ColumnType<unknown, string, string>>;
  sortOrder: Generated<number>;
  staffIds: Generated<string[]>;
  tagLine: string | null;
  type: "APPOINTMENT" | "CLASS" | "COURSE";
  updatedDate: Timestamp;
}

export interface ServiceSlug {
  name: string;
  serviceId: string;
  siteId: string;
}

export interface Session {
  appointment: Generated<boolean>;
  busy: Generated<boolean>;
  createdDate: Timestamp;
  date: string | null;
  endDate: Timestamp;
  extra: Generated<ColumnType<unknown, string, string>>;
  id: string;
  resourceIds: Generated<string[]>;
  ruleId: string | null;
  scheduleId: string;
  serviceId: string;
  siteId: string;
  staffIds: Generated<string[]>;
  startDate: Timestamp;
  status: Generated<"CONFIRMED" | "CANCELLED">;
  updatedDate: Timestamp;
}

export interface Setting {
  name: string;
  siteId: string;
  updatedDate: Timestamp;
  value: ColumnType<unknown, string, string>;
}

export interface ShopOrder {
  buyer: ColumnType<unknown, string, string>;
  company: ColumnType<unknown, string, string> | null;
  consents: ColumnType<unknown, string, string>;
  createdDate: Timestamp;
  discount: ColumnType<number, number | string, number | string>;
  dueDate: Timestamp | null;
  gross: ColumnType<number, number | string, number | string>;
  holder: string;
  id: string;
  language: string;
  later: Generated<ColumnType<number, number | string, number | string>>;
  memberId: string | null;
  number: string;
  paid: Generated<ColumnType<number, number | string, number | string>>;
  paidDate: Timestamp | null;
  refunded: Generated<ColumnType<number, number | string, number | string>>;
  requestId: string;
  revision: Generated<number>;
  siteId: string;
  soldAtDesk: Generated<boolean>;
  state: "AWAITING_PAYMENT" | "PART_PAID" | "PAID" | "PART_REFUNDED" | "REFUNDED" | "EXPIRED" | "CANCELED";
  toPay: ColumnType<number, number | string, number | string>;
  updatedDate: Timestamp;
  vat: ColumnType<unknown, string, string>;
  visitorId: string | null;
  voucherPays: ColumnType<number, number | string, number | string>;
  way: string;
}

export interface SignInFailure {
  accountHash: Buffer | null;
  failures: number;
  kind: "ACCOUNT" | "ACCOUNT_ORIGIN" | "NETWORK" | "SECOND_FACTOR";
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
  revision: Generated<number>;
  timeZone: Generated<string>;
}

export interface Sms {
  attempts: Generated<number>;
  bookingId: string | null;
  createdDate: Timestamp;
  id: string;
  lastError: string | null;
  recipient: string;
  sentDate: Timestamp | null;
  siteId: string;
  status: Generated<"RENDERED" | "SENT" | "FAILED" | "OUTDATED">;
  text: string;
}

export interface Staff {
  accountId: string | null;
  createdDate: Timestamp;
  description: string | null;
  email: string | null;
  hidden: Generated<boolean>;
  id: string;
  maxParticipants: number | null;
  name: string;
  phone: string | null;
  picture: string | null;
  removedDate: Timestamp | null;
  revision: Generated<number>;
  siteId: string;
  sortOrder: Generated<number>;
  title: Generated<string>;
  updatedDate: Timestamp | null;
}

export interface TimeOff {
  createdDate: Timestamp;
  endDate: Timestamp;
  id: string;
  reason: Generated<string>;
  resourceId: string;
  siteId: string;
  startDate: Timestamp;
}

export interface Voucher {
  balance: ColumnType<number, number | string, number | string>;
  batchId: string | null;
  blocked: Generated<boolean>;
  blockedWithBatch: Generated<boolean>;
  codeVersion: Generated<number>;
  createdDate: Timestamp;
  design: string;
  face: ColumnType<number, number | string, number | string>;
  giverName: string;
  greeting: string;
  id: string;
  language: string;
  last4: string;
  number: number;
  payment: ColumnType<unknown, string, string> | null;
  recipientEmail: string | null;
  recipientName: string;
  refundedDate: Timestamp | null;
  remindedOf: string | null;
  reserved: Generated<ColumnType<number, number | string, number | string>>;
  revision: Generated<number>;
  sealedCode: Buffer;
  sendDate: Timestamp | null;
  sentDate: Timestamp | null;
  serviceId: string | null;
  serviceName: string | null;
  siteId: string;
  updatedDate: Timestamp;
  validUntil: string;
  vatRate: number | null;
  vatType: "SINGLE" | "MULTI";
}

export interface VoucherBatch {
  company: string;
  createdDate: Timestamp;
  face: ColumnType<number, number | string, number | string>;
  id: string;
  invoiceId: string | null;
  siteId: string;
  validUntil: string;
}

export interface VoucherEntry {
  about: string | null;
  actor: ColumnType<unknown, string, string>;
  balance: ColumnType<number, number | string, number | string>;
  bookingId: string | null;
  createdDate: Timestamp;
  delta: Generated<ColumnType<number, number | string, number | string>>;
  kind: string;
  payment: ColumnType<unknown, string, string> | null;
  reason: string | null;
  requestId: string | null;
  reservedDelta: Generated<ColumnType<number, number | string, number | string>>;
  sequence: number;
  siteId: string;
  voucherId: string;
}

export interface VoucherNumber {
  last: number;
  siteId: string;
}

export interface VoucherReservation {
  amount: ColumnType<number, number | string, number | string>;
  ended: string | null;
  expiresDate: Timestamp;
  id: string;
  siteId: string;
  voucherId: string;
}

export interface WaitlistEntry {
  bookingId: string;
  holdId: string | null;
  id: string;
  joinedDate: Timestamp;
  language: Generated<string>;
  offerExpiresDate: Timestamp | null;
  placesId: string;
  rank: number;
  scheduleId: string;
  serviceId: string;
  sessionId: string | null;
  siteId: string;
  startDate: Timestamp | null;
  state: Generated<"WAITING" | "OFFERED" | "ACCEPTED" | "DECLINED" | "LEFT" | "LAPSED" | "CLOSED">;
  totalParticipants: number;
  updatedDate: Timestamp;
}

export interface Webhook {
  createdDate: Timestamp;
  enabled: Generated<boolean>;
  enabledDate: Timestamp;
  eventTypes: Generated<string[]>;
  id: string;
  lastDeliveredDate: Timestamp | null;
  publicKey: string;
  sealedPrivateKey: Buffer;
  siteId: string;
  updatedDate: Timestamp;
  url: string;
}

export interface WebhookDelivery {
  attempts: Generated<number>;
  claimedUntil: Timestamp | null;
  createdDate: Timestamp;
  deliveredDate: Timestamp | null;
  entityId: string;
  entitySequence: number;
  error: string | null;
  eventId: string;
  eventType: string;
  id: string;
  nextAttemptDate: Timestamp | null;
  responseStatus: number | null;
  siteId: string;
  status: Generated<"WAITING" | "DELIVERED" | "DEAD">;
  webhookId: string;
}

export interface WebhookPosition {
  eventId: string;
  siteId: string;
  transactionId: string;
}

export interface WebVital {
  day: string;
  metric: "LCP" | "CLS" | "INP";
  path: string;
  rating: "GOOD" | "MIDDLING" | "POOR";
  samples: ColumnType<number, number | string, number | string>;
  siteId: string;
}

export interface Withdrawal {
  amount: ColumnType<number, number | string, number | string>;
  createdDate: Timestamp;
  email: string;
  id: string;
  name: string;
  orderId: string;
  siteId: string;
}

export interface WorkingHours {
  endTime: string;
  resourceId: string;
  siteId: string;
  startTime: string;
  weekday: number;
}

/** Every table of the public schema. */
export interface Tables {
  account: Account;
  apiKey: ApiKey;
  appClient: AppClient;
  attendance: Attendance;
  audit: Audit;
  authenticator: Authenticator;
  bankEntry: BankEntry;
  booking: Booking;
  bookingForm: BookingForm;
  bookingPolicy: BookingPolicy;
  calendarFeed: CalendarFeed;
  cart: Cart;
  cartCode: CartCode;
  cartLine: CartLine;
  category: Category;
  collection: Collection;
  collectionIndex: CollectionIndex;
  consent: Consent;
  contact: Contact;
  coupon: Coupon;
  couponCode: CouponCode;
  couponRedemption: CouponRedemption;
  deskClose: DeskClose;
  deskMoney: DeskMoney;
  document: Document;
  documentMonth: DocumentMonth;
  documentSeries: DocumentSeries;
  documentTax: DocumentTax;
  emailProof: EmailProof;
  errorGroup: ErrorGroup;
  event: Event;
  externalCollectionPermissions: ExternalCollectionPermissions;
  externalDatabaseConnection: ExternalDatabaseConnection;
  externalIdentity: ExternalIdentity;
  familiarOrigin: FamiliarOrigin;
  hold: Hold;
  identityClient: IdentityClient;
  identityGrantOrganization: IdentityGrantOrganization;
  identityKey: IdentityKey;
  identityPayload: IdentityPayload;
  identitySession: IdentitySession;
  idpConnection: IdpConnection;
  itemDraft: ItemDraft;
  itemImport: ItemImport;
  itemImportBatch: ItemImportBatch;
  itemImportFailure: ItemImportFailure;
  itemReference: ItemReference;
  itemVersion: ItemVersion;
  job: Job;
  location: Location;
  mail: Mail;
  mailPart: MailPart;
  measuring: Measuring;
  mediaFile: MediaFile;
  mediaUsage: MediaUsage;
  memberSession: MemberSession;
  migration: Migration;
  oneTimeSecret: OneTimeSecret;
  orderLine: OrderLine;
  orderPart: OrderPart;
  orderVoucher: OrderVoucher;
  organization: Organization;
  organizationMember: OrganizationMember;
  outbox: Outbox;
  pageView: PageView;
  pass: Pass;
  passEntry: PassEntry;
  passkey: Passkey;
  passKind: PassKind;
  passNumber: PassNumber;
  payment: Payment;
  paymentAttempt: PaymentAttempt;
  personNote: PersonNote;
  places: Places;
  priceHistory: PriceHistory;
  pricingPlan: PricingPlan;
  providerEvent: ProviderEvent;
  rateWindow: RateWindow;
  recoveryCode: RecoveryCode;
  refund: Refund;
  reminder: Reminder;
  resource: Resource;
  scheduleException: ScheduleException;
  scheduleRule: ScheduleRule;
  seller: Seller;
  service: Service;
  serviceSlug: ServiceSlug;
  session: Session;
  setting: Setting;
  shopOrder: ShopOrder;
  signInFailure: SignInFailure;
  site: Site;
  sms: Sms;
  staff: Staff;
  timeOff: TimeOff;
  voucher: Voucher;
  voucherBatch: VoucherBatch;
  voucherEntry: VoucherEntry;
  voucherNumber: VoucherNumber;
  voucherReservation: VoucherReservation;
  waitlistEntry: WaitlistEntry;
  webhook: Webhook;
  webhookDelivery: WebhookDelivery;
  webhookPosition: WebhookPosition;
  webVital: WebVital;
  withdrawal: Withdrawal;
  workingHours: WorkingHours;
}
