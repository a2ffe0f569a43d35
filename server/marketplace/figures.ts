import type { Figures } from '../core/figures.ts'

/** The figures of the marketplace's programs: what they send, and what they receive. */
export const marketplaceFigures: Figures = {
  subject: 'marketplace',
  gauges: {
    portreeve_webhook_deliveries_pending: 'Webhooks on their way, by endpoint',
    portreeve_webhook_deliveries_dead: 'Webhooks of the last 30 days that were given up, by endpoint',
    portreeve_webhook_oldest_pending_seconds: 'Age of the oldest webhook that is not delivered, by endpoint',
    portreeve_webhook_events_behind: 'Events that are not yet webhooks, by endpoint',
    portreeve_webhook_endpoint_paused: '1 while an endpoint is paused',
    portreeve_ingest_rows: 'Rows that machine keys sent in this hour and the one before, by result',
    portreeve_ingest_idle_seconds: 'Seconds since a machine key that may send rows was last used',
    portreeve_machine_key_ends_seconds: 'Seconds until the next machine key expires',
  },
  query: `
    with endpoints as (
      select e.id, e.state, case e.state when 'active' then greatest(0, coalesce((select max(id) from events), 0) - e.position) end as behind,
        p.*, (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'dead') as dead
      from webhook_endpoints e cross join lateral (
        select count(*) as pending, extract(epoch from now() - min(d.created_at)) as age
        from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending') p),
    keys as (select * from machine_keys where revoked_at is null and (expires_at is null or expires_at > now())),
    sent as (select sum(rows) as taken, sum(rejected) as rejected from machine_key_usage
      where hour >= date_trunc('hour', now()) - interval '1 hour' and scope like 'ingest.%' and key_id in (select id from machine_keys))
    select f.name, jsonb_build_object('endpoint', id) as labels, f.value from endpoints cross join lateral (values
      ('portreeve_webhook_deliveries_pending', pending::float8), ('portreeve_webhook_deliveries_dead', dead::float8),
      ('portreeve_webhook_oldest_pending_seconds', coalesce(age, 0)::float8), ('portreeve_webhook_events_behind', behind::float8),
      ('portreeve_webhook_endpoint_paused', (state = 'paused')::int::float8)) f(name, value)
    union all
    select 'portreeve_ingest_rows', jsonb_build_object('result', r.result), r.value from sent cross join lateral (values
      ('accepted', coalesce(taken, 0)::float8), ('rejected', coalesce(rejected, 0)::float8)) r(result, value)
    union all
    select 'portreeve_ingest_idle_seconds', '{}', extract(epoch from now() - max(last_used_at))::float8 from keys
    where exists (select from jsonb_array_elements_text(scopes) scope where scope like 'ingest.%')
    union all
    select 'portreeve_machine_key_ends_seconds', '{}', extract(epoch from min(expires_at) - now())::float8 from keys`,
}
