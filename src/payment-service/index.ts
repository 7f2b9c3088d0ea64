/**
 * The public surface. Deliberately not exported: the transport, the retry rule and the envelope reader, because an
 * answer that bypasses the client has not been checked for failure; and the request path builders, because what we
 * sign must be what we send.
 */
export { formatFils, parseAedAmount, toInvoiceAmount } from './aed-amount.ts';
export {
  createPaymentServiceClient,
  createPaymentServiceConnections,
  type PaymentServiceClient,
  type PaymentServiceOptions,
} from './client.ts';
export {
  DOCUMENTED_SETTINGS,
  type PaymentServiceSettings,
} from './client-settings.ts';
export type { Answer } from './envelope.ts';
export {
  AuthenticationError,
  ConflictError,
  type FailureProves,
  InvalidRequestError,
  NetworkError,
  NotConnectedError,
  NotFoundError,
  type Operation,
  OtherAccountError,
  PaymentRequiredError,
  PaymentServiceError,
  PermissionError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
  TooLargeAnswerError,
  UnreadableAnswerError,
  UnsupportedRequestError,
} from './errors.ts';
export { explainPaymentServiceError, type PaymentServiceExplanation } from './explain-error.ts';
export { recordAddress } from './find-address.ts';
export { type GeneratedLink, readGeneratedLink } from './generated-link.ts';
export { idKey, invoiceKey, isPlaceholder, toIdentifier } from './identifiers.ts';
export { type NameOf, WHOLE_PAGE } from './judge-pages.ts';
export { type Leaf, type NamesSay, readFlag } from './leaf.ts';
export { type LinkRequest, linkRequestSchema } from './link-request.ts';
export {
  buildDateRange,
  type DateRange,
  EXPIRY_HOURS,
  formatLocalDateTime,
  isTimeZone,
  parseLocalDateTime,
} from './local-date-time.ts';
export { type AmountRole, isPlainFee } from './name-amounts.ts';
export type { TimeRole } from './name-times.ts';
export {
  type FlagRole,
  isKnownName,
  isPast,
  type Subject,
  speaksAgainst,
  splitName,
  subjectsOf,
} from './name-words.ts';
export { isJsonObject, type JsonObject, plainName, toText } from './read-field.ts';
export {
  type ListPage,
  type Reach,
  type ReadOptions,
  type RequestBudget,
  readWhole,
  type Whole,
} from './read-whole.ts';
export { parseRecordAmount, type ServiceRecord } from './record-fields.ts';
export {
  BARE_ID,
  comparePaths,
  listIds,
  listUnnamed,
  mayNameLink,
  type NamedValue,
  type RankOf,
  rankAt,
  rankId,
  rankLeaves,
  rankTie,
  readFirst,
  recordInvoiceId,
  recordLinkIds,
  recordOrderId,
  recordOrderIds,
  recordReferences,
} from './record-ids.ts';
export { readLeaves, readPath } from './record-leaves.ts';
export { listsPayments, rankBusinessName, type Sort } from './record-names.ts';
export {
  asksUnit,
  BACK_KINDS,
  type BackKind,
  buildVocabulary,
  type ConfiguredState,
  type CurrencySays,
  isEmptyWord,
  isHeardAnyway,
  type KindSays,
  LONGEST_WORD,
  NOT_PAYMENTS,
  readObjection,
  type Says,
  SEEMS_DIRHAMS,
  SEEMS_FILS,
  type StateSays,
  standsForAny,
  TAUGHT_SAYS,
  type TaughtSays,
  type TaughtWord,
  TOO_DEEP,
  UNITS,
  type Unit,
  type Vocabulary,
  WHOLE_NAME,
  wordKey,
  YES_OR_NO,
} from './record-words.ts';
export { type ListingPage, readListing } from './records.ts';
export { isUnknownWord, reduceRecord } from './reduce-record.ts';
export type { PaymentServiceCall } from './requester.ts';
export {
  HOLDS_ORDER,
  HOLDS_REFERENCE,
  listNamesSaid,
  OF_PAYOUTS,
  writtenName,
} from './said-names.ts';
export { MOST_ROWS } from './scan-answer.ts';
export type { BrokenAnswer, Transport, WholeAnswer } from './transport.ts';
