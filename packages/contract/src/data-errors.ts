/**
 * Codes of operations on collections, items and external databases. Existing clients of this API compare them as text
 * (docs/compatibility.md), so they keep their numbers; in our code each has a name.
 */
export const dataErrors = {
  /** No collection has this id. */
  collectionNotFound: "WDE0025",
  /** The collection was removed, or another one has its id by now. */
  collectionRemoved: "WDE0026",
  /** A collection has this id already. */
  collectionExists: "WDE0104",
  /** The permissions of the collection do not let the caller do this. */
  notAllowed: "WDE0027",
  /** Collections of this kind do not have this operation, such as those of apps or of external databases. */
  unsupportedByCollection: "WDE0119",
  /** A definition, an item or a query is invalid; `data.violations` says where, as far as it is about fields. */
  invalidData: "WDE0080",

  /** The collection has no item with this id. */
  itemNotFound: "WDE0073",
  /** An item has this id already. */
  itemExists: "WDE0074",
  /** Another item has a value that a unique index allows once. */
  duplicateValue: "WDE0123",
  /** An update names no item, or its id is not text. */
  itemIdMissing: "WDE0007",
  /** An item's data is not an object. */
  itemNotObject: "WDE0004",
  /** The items of a bulk are not a list of objects. */
  itemsNotObjects: "WDE0005",
  /** An item is larger than an item may be. */
  itemTooLarge: "WDE0009",
  /** A key of an item begins with `$`. */
  reservedKey: "WDE0134",
  /** An item nests too many levels. */
  nestedTooDeep: "WDE0168",
  /** A bulk writes more items than one call may. */
  tooManyItems: "WDE0006",
  /** A bulk removes more items than one call may. */
  tooManyRemovals: "WDE0069",
  /** A request is larger than a request may be. */
  payloadTooLarge: "WDE0109",
  /** More requests than allowed. Declared for existing clients; we answer with RESOURCE_EXHAUSTED. */
  quotaExceeded: "WDE0014",
  /** No room for more items. Declared for existing clients; we have no such limit. */
  storageFull: "WDE0091",

  /** The field does not refer to items. */
  notReference: "WDE0020",
  /** The id of the referring item is missing. */
  referringItemMissing: "WDE0019",
  /** What a reference points at cannot be an item's id. */
  invalidReference: "WDE0021",
  /** The item does not refer to the other one. */
  referenceNotFound: "WDE0153",
  /** The item refers to the other one already. */
  referenceExists: "WDE0029",

  /** A query took too long, here or in an external database. */
  queryTimeout: "WDE0028",
  /** A filter is not an object. */
  filterNotObject: "WDE0016",
  /** A part of a filter is not an object. */
  conditionNotObject: "WDE0056",
  /** The operand is not a list, where the operator needs one. */
  operandNotList: "WDE0057",
  /** The operand is not of a type that can be compared. */
  operandNotComparable: "WDE0058",
  /** The operand is not text, where the operator needs it. */
  operandNotText: "WDE0059",
  /** An element of the operand is of a wrong type. */
  invalidListElement: "WDE0060",
  /** Regular expressions are not supported. */
  regexNotSupported: "WDE0070",
  /** A limit is not a number. */
  invalidLimit: "WDE0032",
  /** A limit is below zero. */
  negativeLimit: "WDE0033",
  /** An offset is below zero. */
  negativeOffset: "WDE0034",
  /** A limit or an offset is not a whole number. */
  pagingNotWhole: "WDE0035",
  /** A limit or an offset is above the most there is. */
  pagingTooLarge: "WDE0036",
  /** The external database pages by cursor only. */
  offsetNotSupported: "WDE0082",

  /** An index could not be built. */
  indexFailed: "WDE0112",
  /** Items have equal values, so that a unique index cannot be built. */
  indexValuesRepeat: "WDE0113",
  /** A value is too long for an index. */
  indexValueTooLong: "WDE0114",

  /** The external database cannot do this. */
  unsupportedByDatabase: "WDE0120",
  /** The external database could not be reached, or refused access. */
  databaseUnavailable: "WDE0131",
  /** The external database sent an invalid response. */
  invalidAnswer: "WDE0116",
  /** An external database needs the id of an item, and the item has none. */
  externalItemIdMissing: "WDE0128",
} as const;

/** The collection does not exist, or the caller may not use it. */
export const collectionErrors = [dataErrors.collectionNotFound, dataErrors.collectionRemoved, dataErrors.notAllowed];
/** A filter or an order is invalid. */
export const filterErrors = [
  dataErrors.filterNotObject,
  dataErrors.conditionNotObject,
  dataErrors.operandNotList,
  dataErrors.operandNotComparable,
  dataErrors.operandNotText,
  dataErrors.invalidListElement,
  dataErrors.regexNotSupported,
  dataErrors.invalidData,
];
/** The requested page is invalid. */
export const pageErrors = [
  dataErrors.invalidLimit,
  dataErrors.negativeLimit,
  dataErrors.negativeOffset,
  dataErrors.pagingNotWhole,
  dataErrors.pagingTooLarge,
];
/** An item is invalid in every collection, or in its own. */
export const itemErrors = [
  dataErrors.itemNotObject,
  dataErrors.itemTooLarge,
  dataErrors.invalidData,
  dataErrors.reservedKey,
  dataErrors.nestedTooDeep,
];
/** An item conflicts with existing ones. */
export const conflictErrors = [dataErrors.itemExists, dataErrors.duplicateValue];
/** An external database failed, or a query here took too long. */
export const databaseErrors = [
  dataErrors.unsupportedByDatabase,
  dataErrors.databaseUnavailable,
  dataErrors.invalidAnswer,
  dataErrors.queryTimeout,
];
