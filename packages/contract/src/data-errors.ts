/**
 * Error codes of operations on collections, items and external databases. Existing clients of this
 * API compare them as strings (docs/compatibility.md), so the numbers are fixed; in our code each
 * has a name.
 */
export const dataErrors = {
  /** No collection has this id. */
  collectionNotFound: "WDE0025",
  /** The collection was deleted, or its id is now used by another collection. */
  collectionRemoved: "WDE0026",
  /** A collection with this id already exists. */
  collectionExists: "WDE0104",
  /** The permissions of the collection do not allow this operation for the caller. */
  notAllowed: "WDE0027",
  /**
   * Collections of this kind, such as those of apps or of external databases, do not support this
   * operation.
   */
  unsupportedByCollection: "WDE0119",
  /**
   * A definition, an item or a query is invalid. If individual fields are invalid,
   * `data.violations` lists them.
   */
  invalidData: "WDE0080",

  /** The collection has no item with this id. */
  itemNotFound: "WDE0073",
  /** An item with this id already exists. */
  itemExists: "WDE0074",
  /** Another item has the same value in a unique index. */
  duplicateValue: "WDE0123",
  /** An update has no item id, or the id is not a string. */
  itemIdMissing: "WDE0007",
  /** An item's data is not an object. */
  itemNotObject: "WDE0004",
  /** The items of a bulk request are not an array of objects. */
  itemsNotObjects: "WDE0005",
  /** An item exceeds the maximum size. */
  itemTooLarge: "WDE0009",
  /** A key of an item begins with `$`. */
  reservedKey: "WDE0134",
  /** An item is nested too deeply. */
  nestedTooDeep: "WDE0168",
  /** A bulk request writes more items than one call allows. */
  tooManyItems: "WDE0006",
  /** A bulk request removes more items than one call allows. */
  tooManyRemovals: "WDE0069",
  /** A request exceeds the maximum size. */
  payloadTooLarge: "WDE0109",
  /** The rate limit was exceeded. Declared for existing clients; we respond with RESOURCE_EXHAUSTED. */
  quotaExceeded: "WDE0014",
  /** The storage quota for items is exhausted. Declared for existing clients; we have no such limit. */
  storageFull: "WDE0091",

  /** The field is not a reference field. */
  notReference: "WDE0020",
  /** The id of the referring item is missing. */
  referringItemMissing: "WDE0019",
  /** The target of a reference is not a valid item id. */
  invalidReference: "WDE0021",
  /** The item does not reference the other one. */
  referenceNotFound: "WDE0153",
  /** The item already references the other one. */
  referenceExists: "WDE0029",

  /** A query took too long, here or in an external database. */
  queryTimeout: "WDE0028",
  /** A filter is not an object. */
  filterNotObject: "WDE0016",
  /** A part of a filter is not an object. */
  conditionNotObject: "WDE0056",
  /** The operator needs a list as operand. */
  operandNotList: "WDE0057",
  /** The operand is of a type that cannot be compared. */
  operandNotComparable: "WDE0058",
  /** The operator needs a string as operand. */
  operandNotText: "WDE0059",
  /** An element of the operand has the wrong type. */
  invalidListElement: "WDE0060",
  /** Regular expressions are not supported. */
  regexNotSupported: "WDE0070",
  /** A limit is not a number. */
  invalidLimit: "WDE0032",
  /** A limit is negative. */
  negativeLimit: "WDE0033",
  /** An offset is negative. */
  negativeOffset: "WDE0034",
  /** A limit or an offset is not an integer. */
  pagingNotWhole: "WDE0035",
  /** A limit or an offset exceeds the maximum. */
  pagingTooLarge: "WDE0036",
  /** The external database supports paging by cursor only. */
  offsetNotSupported: "WDE0082",

  /** An index could not be built. */
  indexFailed: "WDE0112",
  /** A unique index cannot be built, because several items have the same value. */
  indexValuesRepeat: "WDE0113",
  /** A value is too long for an index. */
  indexValueTooLong: "WDE0114",

  /** The external database does not support this operation. */
  unsupportedByDatabase: "WDE0120",
  /** The external database could not be reached, or denied access. */
  databaseUnavailable: "WDE0131",
  /** The external database sent an invalid response. */
  invalidAnswer: "WDE0116",
  /** An external database requires an item id, and the item has none. */
  externalItemIdMissing: "WDE0128",
} as const;

/** The collection does not exist, or the caller may not use it. */
export const collectionErrors = [dataErrors.collectionNotFound, dataErrors.collectionRemoved, dataErrors.notAllowed];
/** A filter or a sort order is invalid. */
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
/** An item is invalid in general, or violates the definition of its collection. */
export const itemErrors = [
  dataErrors.itemNotObject,
  dataErrors.itemTooLarge,
  dataErrors.invalidData,
  dataErrors.reservedKey,
  dataErrors.nestedTooDeep,
];
/** An item conflicts with existing ones. */
export const conflictErrors = [dataErrors.itemExists, dataErrors.duplicateValue];
/** An external database failed, or a query in our own database took too long. */
export const databaseErrors = [
  dataErrors.unsupportedByDatabase,
  dataErrors.databaseUnavailable,
  dataErrors.invalidAnswer,
  dataErrors.queryTimeout,
];
