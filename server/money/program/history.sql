select portreeve_remember('{orders, transactions, ship_labels, disputes, chargebacks, fraud_warnings, provider_refunds, approvals, payout_holds, ledger_entries,
  ledger_lines, ledger_differences, ledger_difference_days, refund_reasons, money_settings, money_plans}');
-- Without a past: ledger_checks (figures of days), payment_events, provider_endpoints (what the provider sent, and is).
