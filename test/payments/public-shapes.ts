/**
 * Records in the shapes of public payment services, as facts, for an order of AED 250. A heading says what a person reads in
 * them; where two readings would do, both. Written from the rules, not from the reader. `row` and `link` have our order id.
 */

/** Each was, or looks like, a payment in full. */
export const NO_PAYMENT = `
waiting or unclear
  a hold that succeeded | row status succeeded, paid true, captured false, amount 250
  a card check | row result SUCCESS, status VERIFIED, amount 250
  a request that came in | row status Received, amount 250
  an intent to authorise | row intent AUTHORIZE, status COMPLETED, amount 250
  a kind that is an object | row transactionType.name AUTHORIZATION, status SUCCESS, amount 250
  a kind by its code | row transactionType.code AUTH, status SUCCESS, amount 250
  an intent that waits for its capture
    | row object payment_intent, status requires_capture, amount 250, amount_capturable 250, amount_received 0
  an intent that needs another step | row object payment_intent, status requires_action, amount 250
  a card that was set up | row object setup_intent, status succeeded, amount 250
  a finished checkout that is unpaid
    | row object checkout.session, status complete, payment_status unpaid, amount_total 250
  an authorisation that is an event | row eventCode AUTHORISATION, success true, amount.value 250, amount.currency AED
  an authorised order with the action AUTH
    | row action AUTH, amount.value 250, _embedded {"payment":[{"state":"AUTHORISED","amount":{"value":250}}]}
  an order with an approved authorisation
    | row action AUTH, amount.value 250, _embedded {"payment":[{"state":"AUTHORISED","authResponse":{"success":true}}]}
  approved by the bank, and authorised | row status Authorized, approved true, amount 250, currency AED
  a verified card | row status "Card Verified", approved true, amount 250
  authorised by code and text | row status.code 2, status.text Authorised, amount 250
  a hold by its letter | row tran_type Sale, payment_result.response_status H, amount 250
  a waiting payment by its letter | row tran_type Sale, payment_result.response_status P, amount 250
  an authorisation that was approved
    | row tran_type Auth, payment_result.response_status A, payment_result.response_message Authorised, amount 250
  an object that only authorises | row object authorize, status AUTHORIZED, amount 250, currency AED
  a pre-authorisation by its letters | row paymentType PA, result.code 000.100.110, amount 250
  authorised, and not captured | row entity payment, status authorized, captured false, amount 250, amount_refunded 0
  an order that its payer approved | row intent CAPTURE, status APPROVED, amount.value "250.00"
  a capture that waits | row status PENDING, status_details.reason ECHECK, amount.value "250.00", final_capture true
  a capture in progress | row status CAPTURE_PENDING, amount 250
  waiting to be captured | row status PENDING_CAPTURE, amount 250
  authorised and not captured, in one word | row transactionStatus authorizedPendingCapture, amount 250
  not captured | row status UNCAPTURED, amount 250
  sent for authorisation | row lastEvent SENT_FOR_AUTHORISATION, amount 250
  a success of the answer, and a payment that waits | row status success, data.status pending, amount 250
  a flag for an authorisation
    | row success true, pending false, is_auth true, is_capture false, is_voided false, is_refunded false, amount 250
  a command to authorise | row command AUTHORIZATION, status SUCCESS, response_message Success, amount 250
  approved, and still to be completed | row status APPROVED, amount_money.amount 250, amount_money.currency AED
  a word that only opens a request | row status "Request processed successfully", amount 250
  authorised successfully | row status "Authorized successfully", amount 250
  a link that succeeded | row status PAYMENT_LINK_SUCCESS, amount 250
  a link that was sent | row status "Payment link sent successfully", amount 250
  processed alone | row status processed, amount 250
  approved alone | row status Approved, amount 250
  a transaction that was approved, in one word | row status TRANSACTION_APPROVED, amount 250
  a payment that was processed, in one word | row paymentStatus PAYMENT_PROCESSED, amount 250
unclear
  paid, and waiting for a review | row status SUCCESS, paymentStatus UNDER_REVIEW, amount 250
  a success, and a refusal of the card | row status SUCCESS, paymentStatus CARD_DECLINED, amount 250
  a word of nobody | row status PAID, paymentState ZX_CLEARED_2, amount 250
  a number of nobody beside the word of another name
    | row transaction-state Purchased, transaction_status 4711, amount 250
  a number of nobody in the code of another name
    | row transactionState Purchased, transactionStatusCode 4711, amount 250
  a number of nobody in the second of two payments
    | row payments [{"state":"CAPTURED"},{"state":4711}], amount 250
  a number of nobody beside the kind of another name
    | row transactionType SALE, transactionKind 4711, status PAID, amount 250
  a kind of nobody in the second of two payments
    | row payments [{"type":"SALE"},{"type":4711}], status PAID, amount 250
  a word of nobody under a name with a number | row status PAID, step3Status ZX_HELD, amount 250
  a code of nobody in letters | row status PAID, statusCode ZX_HELD, amount 250
  a word of nobody under a name of nobody | row status PAID, laneState ZX_POSTED_2, amount 250
  paid, and a flag that says no by a letter | row status SUCCESS, isPaid N, amount 250
  paid, and a flag that says no by a number | row status SUCCESS, isPaid 0, amount 250
  paid, and a flag that says no by a word | row status SUCCESS, captured no, amount 250
  a success that is for review | row status SUCCESS, transactionStatus FDSPendingReview, amount 250
  a kind of nobody that is an object | row status SUCCESS, transactionType.name QX17, amount 250
  an open refusal | row status PAID, paymentStatus FAILED, amount 250
unclear or refunded or waiting or declined
  a void by its kind | row type VOID, status SUCCESS, amount 250
  voided | row status Voided, amount 250
  a cancellation that succeeded | row eventCode CANCELLATION, success true, amount.value 250
unclear or declined
  a duplicate | row InvoiceStatus DuplicatePayment, InvoiceValue 250
  a reply of a refusing bank | row status "Successfully declined", amount 250
unclear or declined or waiting
  a capture that failed | row eventCode CAPTURE_FAILED, success true, amount.value 250
  a capture that failed, in one word | row status CAPTURE_FAILED, amount 250
  unsuccessful | row status "Payment unsuccessful", amount 250
  declined for its risk | row status AUTHORIZED_RISK_DECLINED, amount 250
  an unpaid invoice whose try failed
    | row InvoiceStatus Pending, InvoiceValue 250, InvoiceTransactions [{"TransactionStatus":"Failed"}]
  the same transaction, which fails later
    | row transactionId T1, status SUCCESS, amount 250, updatedAt "2026-11-21 10:00:00"
    + row transactionId T1, status FAILED, amount 250, updatedAt "2026-11-21 10:05:00"
unclear or refunded or disputed
  captured, with a full refund
    | row entity payment, status captured, captured true, amount 250, amount_refunded 250, refund_status full
  a success that was voided | row status SUCCESS, voided true, amount 250
  paid, and a chargeback | row status SUCCESS, paymentStatus CHARGEBACK_PROCESSED, amount 250
  paid, and disputed
    | row object charge, status succeeded, paid true, captured true, disputed true, amount 250
  an order with the refund inside
    | row action PURCHASE, amount.value 250, _embedded {"payment":[{"state":"CAPTURED","amount":{"value":250},
      "_embedded":{"cnp:refund":[{"amount":{"value":250},"state":"SUCCESS"}]}}]}
  captured, and the whole refunded since
    | row status Captured, amount 250, balances.total_captured 250, balances.total_refunded 250
  paid, and charged back by amount | row status paid, amount.value 250, amountChargedBack.value "250.00"
  a chargeback that is an event | row eventCode NOTIFICATION_OF_CHARGEBACK, success true, amount.value 250
  a dispute | row object dispute, charge ch_1, status lost, amount 250
  a reversal by its letters | row paymentType RV, result.code 000.000.000, status SUCCESS, amount 250
  a refund that settled | row transactionStatus refundSettledSuccessfully, amount 250
  a credit that settled | row type credit, status settled, amount 250
  a flag for a void
    | row success true, pending false, is_auth false, is_voided true, is_refunded false, amount 250
  a refund that succeeded, in one word | row status REFUND_SUCCESSFUL, amount 250
  a refund that was paid | row status "Refund paid", amount 250
  an event of a refund | row event charge.refunded, status succeeded, amount 250
  a settlement that was reversed | row status PAID, settlementStatus REVERSED, amount 250
  an invoice that was refunded | row status PAID, invoiceStatus REFUNDED, amount 250
  a card's dispute | row status PAID, card.status CHARGEBACK, amount 250
  a payment, and a clawback of nobody
    | row transactionId T1, status SUCCESS, amount 250 + row transactionId T2, type CLAWBACK, status SUCCESS, amount -250
refunded
  processed, with a detail | row status processed, status_detail refunded, amount 250
  a success with the state of its refund | row status SUCCESS, refundStatus FULLY_REFUNDED, amount 250
  a refund with the id of its charge, alone | row object refund, charge c1, status succeeded, amount 250
  a charge that was refunded
    | row object charge, status succeeded, paid true, captured true, refunded true, amount 250, amount_refunded 250
  paid, and all of it back by amount | row status paid, amount.value 250, amountRefunded.value "250.00"
  completed, and all of it back by amount
    | row status COMPLETED, amount_money.amount 250, refunded_money.amount 250, refunded_money.currency AED
  a refund by its kind | row tran_type Refund, payment_result.response_status A, amount 250
  a flag for a refund
    | row success true, pending false, is_auth false, is_voided false, is_refunded true, amount 250
  refunded with its amount | row status refunded, amount 250, refunded 250
refunded, 250 back
  a payment and its refund
    | row id p1, entity payment, status captured, amount 250
    + row id r1, entity refund, payment_id p1, status processed, amount 250
  a charge and its refund
    | row id c1, object charge, status succeeded, paid true, captured true, amount 250
    + row id r1, object refund, charge c1, status succeeded, amount 250
  a capture and its refund by another service’s names
    | row transactionId T1, transactionType SALE, status SUCCESS, amount 250
    + row transactionId T2, parentTransactionId T1, transactionType REFUND, status SUCCESS, amount 250
paid, 50 back
  captured, with a partial refund
    | row entity payment, status captured, captured true, amount 250, amount_refunded 50, refund_status partial
  a payment and a part of it
    | row id p1, entity payment, status captured, amount 250
    + row id r1, entity refund, payment_id p1, status processed, amount 50
mismatch or unclear
  a currency of nobody | row status SUCCESS, amount 250, currency ZXQ
  another currency beside the amount | row status SUCCESS, amount 250, amount_currency USD
  another currency by its iso | row status SUCCESS, amount 250, currency.iso USD
  another currency by its code | row status SUCCESS, amount 250, currency.currencyCode USD
  another currency of the order | row status SUCCESS, amount 250, cart_currency USD
  another currency of the transaction | row status SUCCESS, amount 250, tran_currency SAR
  another currency in the amount | row status SUCCESS, amount.value 250, amount.currencyIsoCode EUR
  another currency by its number | row status SUCCESS, amount 250, currency "840"
partly or unclear
  less was captured | row status SUCCESS, amount 250, capturedAmt 100
  less was paid | row status SUCCESS, amount 250, paidAmt 100
  some remains | row status SUCCESS, amount 250, remainingAmount 150
  less was captured of a charge
    | row object charge, status succeeded, paid true, captured true, amount 250, amount_captured 100
  captured in part | row status "Partially Captured", amount 250
  less is paid | link status PAID, amount 100, invoiceAmount 250
  less is paid, with the keys turned | link status PAID, invoiceAmount 250, amount 100
waiting or unclear or silent
  a link with a finished life | link status COMPLETED_LINK_CREATION, amount 250
  an invoice that is still open | link InvoiceStatus Pending, InvoiceValue 250
  an order that is ready | row orderStatus READY_FOR_PICKUP, amount 250
  a fee that is paid | row feeStatus PAID, amount 250
`;

/** Each is a plain payment of the whole sum. */
export const PAYMENTS = `
paid
  a state with a number and a text | row status.code 3, status.text Paid, amount 250
  a payment inside an array | row _embedded {"payment":[{"state":"CAPTURED"}]}, amount 250
  an invoice that is paid | row InvoiceStatus Paid, InvoiceValue 250
  an invoice's own record | link InvoiceStatus Paid, InvoiceValue 250
  a total of the transaction | row tran_total "250.00", status PAID
  a total after the amount | row status paid, amount_total 250
  the amount of the bill | row status SUCCESS, billAmount 250
  a currency in words | row status SUCCESS, amount 250, currency "UAE Dirham"
  a state with its number beside it | row status Paid, statusCode 4711, amount 250
  a state in a number, with its text beside it | row paymentStatus 4711, paymentStatusText Paid, amount 250
  a response with its number beside it | row response_status A, response_code G96300, amount 250
  a kind with its number | row transactionType SALE, transactionTypeCode 4711, status PAID, amount 250
  a letter with its text
    | row tran_type Sale, payment_result.response_status A, payment_result.response_message Authorised, amount 250
  paid successfully | row status "Paid Successfully", amount 250
  settled successfully, in one word | row transactionStatus settledSuccessfully, amount 250
  completed alone | row status COMPLETED, amount 250
  a charge
    | row object charge, id ch_1, status succeeded, paid true, captured true, refunded false, disputed false, amount 250,
      amount_captured 250, amount_refunded 0, currency aed, failure_code null, failure_message null, livemode true,
      payment_method_details.type card, payment_method_details.card.brand visa,
      payment_method_details.card.checks.cvc_check pass, billing_details.name "Refund Street", receipt_email null
  an intent that succeeded
    | row object payment_intent, id pi_1, status succeeded, amount 250, amount_received 250, amount_capturable 0,
      capture_method automatic, confirmation_method automatic, currency aed, canceled_at null, cancellation_reason null,
      setup_future_usage null, latest_charge ch_1, livemode true
  a finished checkout
    | row object checkout.session, status complete, payment_status paid, amount_total 250, currency aed, mode payment
  a capture that is an event | row eventCode CAPTURE, success "true", amount.value 250, amount.currency AED
  a captured card
    | row id pay_1, status Captured, approved true, amount 250, currency AED, payment_type Regular, risk.flagged false,
      source.type card, source.scheme Visa, source.card_type Credit, source.avs_check S, source.cvv_check Y,
      response_summary Approved, 3ds {"downgraded":false,"enrolled":"Y"}
  an order with its payment inside
    | row type SINGLE, action PURCHASE, amount.currencyCode AED, amount.value 250, _embedded {"payment":[{
      "state":"CAPTURED","amount":{"currencyCode":"AED","value":250},"3ds":{"status":"SUCCESS","eci":"05"},
      "paymentMethod":{"name":"VISA","pan":"411111******1111"}}]}
  a purchase | row action PURCHASE, amount.value 250, _embedded {"payment":[{"state":"PURCHASED"}]}
  an order with the capture inside
    | row action PURCHASE, amount.value 250, _embedded {"payment":[{"state":"CAPTURED","amount":{"value":250},
      "_embedded":{"cnp:capture":[{"amount":{"value":250},"state":"SUCCESS"}]}}]}
  a sale that is paid
    | row order.description "Void deposit", status.code 3, status.text Paid, transaction.type sale,
      transaction.class ECom, transaction.message Authorised, amount "250", currency AED, paymethod Card, test 0
  a sale by its letter
    | row tran_ref T1, tran_type Sale, tran_total "250.00", tran_currency AED, cart_amount "250.00", cart_currency AED,
      payment_result.response_status A, payment_result.response_message Authorised,
      payment_info.payment_method Visa, payment_info.card_type Credit
  a paid invoice with its transaction
    | row InvoiceStatus Paid, InvoiceValue 250, Comments null, CustomerName "Void Studio", DueDeposit 243,
      InvoiceItems [], InvoiceTransactions [{"TransactionStatus":"SUCCESS",
      "PaymentGateway":"VISA/MASTER","TransactionId":"T1","Currency":"AED","CustomerServiceCharge":"0.000",
      "Error":null,"CardNumber":"411111xxxxxx1111"}]
  a paid invoice whose transaction names its currency and its value
    | row InvoiceStatus Paid, InvoiceValue 250, InvoiceTransactions [{"TransactionStatus":"SUCCESS","PaidCurrency":"AED",
      "PaidCurrencyValue":"250"}]
  an order with its amount and its transaction inside
    | row order.amount "250.00", order.currency AED, order.status.code 3, order.status.text Paid,
      order.transaction.type sale, order.transaction.status A, order.transaction.message Authorised
  a paid invoice with a transaction that is written wrong
    | row InvoiceStatus Paid, InvoiceValue 250, InvoiceTransactions [{"TransactionStatus":"Succss"}]
  a captured charge
    | row object charge, id chg_1, live_mode true, customer_initiated true, status CAPTURED, amount 250, currency AED,
      threeDSecure true, card_threeDSecure false, save_card false, product GOSELL, security.threeDSecure.status Y,
      card.object card, card.scheme VISA, receipt.email true, receipt.sms true, merchant.currency AED,
      customer.first_name Declan, source.payment_type CREDIT, source.channel INTERNET
  a captured payment with its fee
    | row id pay_1, entity payment, amount 250, currency AED, status captured, international false, method card,
      amount_refunded 0, refund_status null, captured true, fee 5, tax 0, error_code null, error_description null
  a capture with its breakdown
    | row id C1, status COMPLETED, amount.currency_code AED, amount.value "250.00", final_capture true,
      seller_protection.status ELIGIBLE, seller_receivable_breakdown.paypal_fee.value "9.50",
      seller_receivable_breakdown.net_amount.value "240.50", create_time "2026-11-21T10:00:00Z"
  an order with its captures
    | row intent CAPTURE, status COMPLETED, purchase_units [{"reference_id":"x","amount":{"value":"250.00"},
      "payments":{"captures":[{"status":"COMPLETED","amount":{"currency_code":"AED","value":"250.00"}}]}}]
  a payment that is paid
    | row resource payment, id tr_1, mode live, status paid, isCancelable false, amount.value "250.00",
      amount.currency AED, amountRefunded.value "0.00", settlementAmount.value "62.10", settlementAmount.currency EUR,
      method creditcard, sequenceType oneoff, paidAt "2026-11-21T10:00:00+00:00"
  a payment with its card
    | row id P1, status COMPLETED, source_type CARD, amount_money.amount 250, amount_money.currency AED,
      processing_fee [{"type":"INITIAL","amount_money":{"amount":5,"currency":"AED"}}],
      card_details.status CAPTURED, card_details.card.card_type CREDIT, card_details.cvv_status CVV_ACCEPTED,
      card_details.avs_status AVS_ACCEPTED, card_details.entry_method KEYED
  a paid card
    | row id m1, status paid, amount 250, fee 6, currency AED, refunded 0, refunded_at null, voided_at null,
      source.type creditcard, source.company visa, source.message APPROVED
  a row of flags
    | row success true, pending false, is_auth false, is_voided false, is_refunded false, is_3d_secure true,
      has_parent_transaction false, error_occured false, is_live true, amount 250, currency AED
  captured and settled
    | row transactionStatus settledSuccessfully, amount 250, transactionType authCaptureTransaction,
      batch.settlementState settledSuccessfully, AVSResponse Y
  a settled sale
    | row status settled, type sale, amount "250.00", currencyIsoCode AED, processorResponseText Approved,
      escrowStatus null, gatewayRejectionReason null
  a paid session | row payment_status paid, total_amount 250, currency AED, client_reference_id x, mode payment
  a captured transfer
    | row payment_status SUCCESS, payment_amount 250, order_amount 250, payment_currency AED, is_captured true,
      payment_group credit_card, error_details null
  a paid invoice of another service
    | row status PAID, amount 250, paid_amount 250, payment_method CREDIT_CARD, currency AED, fees_paid_amount 5
  a success by channel
    | row status success, amount 250, currency AED, gateway_response Successful, channel card, fees 5,
      authorization.channel card, authorization.card_type visa, authorization.reusable true, domain live
  a charged amount
    | row status successful, amount 250, charged_amount 250, app_fee 5, merchant_fee 0, processor_response Approved,
      payment_type card, amount_settled 245, currency AED
  a completed payment with its fee | row status completed, amount 250, currency_code AED, fee_amount 5, latest_error null
  a captured link
    | row status captured, refund_amount 0, refund_status null, amount 250, amount_currency AED, settlement_amount 243,
      settlement_currency USD, settlement_date null, settlement_fee "AED 6.25", settlement_vat "AED 0.31",
      payment_method.type "CREDIT VISA", payment_method.origin "International card", next_payment_date null
  a bank's own row
    | row transactionId T1, transactionStatus SUCCESS, responseCode "00", responseMessage Approved, paymentMode CARD,
      transactionAmount "250.00"
  approved beside what affirms | row status Approved, paymentStatus PAID, amount 250
  completed beside what affirms | row status COMPLETED, paymentStatus CAPTURED, amount 250
  declined, then paid under another id
    | row transactionId T1, status DECLINED, amount 250 + row transactionId T2, status SUCCESS, amount 250
  a hold with its capture
    | row transactionId A1, transactionType AUTH, status SUCCESS, amount 250
    + row transactionId C1, transactionType CAPTURE, originalTransactionId A1, status SUCCESS, amount 250
  a flag of a link | link isPaid true, amount 250
  a flag as a number | row isPaid 1, amount 250
  a flag as a letter | row isPaid Y, amount 250
paid or unclear
  a charge with the outcome of its risk
    | row object charge, status succeeded, paid true, captured true, amount 250, outcome.type authorized,
      outcome.network_status approved_by_network, outcome.risk_level normal, refunds.object list, refunds.data []
  a captured card with its balances
    | row status Captured, amount 250, balances.total_authorized 250, balances.total_captured 250,
      balances.total_refunded 0, balances.available_to_refund 250
  a charge that told a hook | row object charge, status CAPTURED, amount 250, redirect.status SUCCESS, post.status PENDING
  a code of its own | row status Captured, response_code "10000", amount 250
  a result in a code | row paymentType DB, result.code 000.000.000, amount "250.00", currency AED
  a result in a number | row command PURCHASE, status "14", response_code "14000", response_message Success, amount 250
  a payment of which all could go back | row resource payment, status paid, amount 250, amountRemaining.value "250.00"
  a sale with its history
    | row status settled, type sale, amount 250, statusHistory [{"status":"authorized"},{"status":"settled"}]
  a captured payment whose settlement waits | row transactionStatus capturedPendingSettlement, amount 250
  a flag that counts in halalas | row status paid, amount 250, captured 0
  a payment that is not in the bank yet | row status PAID, amount 250, DepositStatus "Not Deposited"
  a tip | row status completed, amount 250, tip_amount 10
  a discount | row status PAID, amount 250, discountAmount 20
paid or unclear or silent
  an order that succeeded | row order_status Success, order_amt 250
`;
