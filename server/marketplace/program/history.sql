select portreeve_remember('{decided_fields, extension_fields}');
-- Without a past: ingest_versions, erased_ids (what ingest compares with), webhook_endpoints, webhook_deliveries (a log), extensions (the audit has their changes).
