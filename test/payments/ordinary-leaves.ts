/**
 * Fields that stand beside any payment and change nothing: each a leaf or a few.
 */
export const ORDINARY_LEAVES = `
  settlementStatus PENDING | payoutStatus UNPAID | threeDSecure.status N | avsResult N | riskStatus REVIEW
  smsStatus FAILED | customer.status BLOCKED | kycStatus PENDING | merchant.status SUSPENDED | invoiceStatus SENT
  orderState NEW | card.type CREDIT | cardCurrency USD | settlementCurrency USD | refundStatus NONE
  captureMethod manual | netAmount 243.75 | vat 0.31 | fee 6.25 | channel ECOM | is3ds true | isTest false
  retry false | rrn "631200000123" | authCode "831000" | maskedCard 411111******1111 | cardBrand VISA | eci "07"
  acquirerMessage Approved | isRefundable true | refundableAmount 250 | refundedAmount 0 | notes "Refundable deposit"
  customer.name "Void Studio" | payoutAmount 243.44 | payout.state IN_TRANSIT | payoutDate null
  settlement.status FAILED, settlement.amount 243.44, settlement.currency USD | settlementBatchStatus OPEN
  clearingStatus UNCLEARED | feeAmount 6.25 | feeCurrency USD
  fees [{"type":"SERVICE_FEE","amount":6.25,"currency":"USD"}] | tax.amount 12.5 | taxStatus EXEMPT | vatAmount 0.31
  commissionAmount 5 | 3ds {"status":"ATTEMPTED","version":"2.2.0"} | authenticationStatus FAILED
  authentication.result U | cvvResult N | cvv_status CVV_NOT_CHECKED | avs.result NOT_MATCHED | fraudStatus SUSPICIOUS
  fraud.state REVIEW | risk.result DECLINE, risk.score 87 | emailStatus BOUNCED | email_delivery_status FAILED
  whatsappStatus UNDELIVERED | webhookStatus FAILED | callbackStatus PENDING | notification.state QUEUED
  receiptStatus NOT_SENT | deliveryStatus PENDING | shipping.status NOT_SHIPPED | customerStatus NEW
  customerType GUEST | customer.kind BUSINESS | payer.status UNVERIFIED | merchantStatus ACTIVE
  merchant.type SOLE_TRADER, merchant.currency USD | cardStatus EXPIRED | cardType DEBIT
  card.currency USD, card.status INACTIVE | linkStatus EXPIRED | paymentLinkStatus INACTIVE
  paymentLink.status CLOSED | invoice.status OVERDUE | orderStatus CREATED | stan "000123"
  arn "74537600000000000000001" | bin "411111" | last4 "1111" | terminalId T-77
  description "Cancelled order paid again" | comment FAILED | remarks "chargeback? asked the bank"
  purpose "refund of the deposit" | Address "Reversed House 7" | FullName "Fahed Declined"
  billing.name "Refunded LLC" | userAgent "Mozilla/5.0" | language en | paymentMethod VISA | refundedAt null
  voidedAt null | declineReason null | errorCode null | failure.code null, failure.status null | voided false
  reversed N | isRefunded false | chargeback "no" | disputed 0 | disputeStatus NONE | chargebackStatus ""
  reversalStatus null | refundAmount 0 | chargebackAmount "0.00" | currency AED
`;

/** Where a state does not vote, a word that plainly takes money back still does. */
export const TAKES_MONEY_BACK = `
  settlementStatus REVERSED | settlement.status CHARGEBACK | payoutStatus REVERSED | invoiceStatus REFUNDED
  invoice.status VOID | orderStatus REFUNDED | orderState VOIDED | linkStatus REFUNDED | paymentLink.status REFUNDED
  card.status CHARGEBACK | cardStatus REFUNDED | merchant.status CHARGEBACK | customer.status REFUNDED
  feeStatus REFUNDED | riskStatus CHARGEBACK | fraud.status CHARGEBACK | threeDSecure.status REVERSED
  deliveryStatus REVERSED | notification.status REFUNDED
`;
