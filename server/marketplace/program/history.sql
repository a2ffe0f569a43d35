select portreeve_remember('{decided_fields}');
-- Without a past: ingest_versions, erased_ids (what ingest compares with), webhook_endpoints, webhook_deliveries (a log).
