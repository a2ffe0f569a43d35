import type { Figures } from './figures.ts'

// An operation that is not due yet is a plan, such as a payout after its delay. The worker's longest lease and its longest backoff are
// 30 seconds, so what is due within a minute is being tried.
const operations: Figures = {
  subject: 'operations',
  gauges: {
    portreeve_operations_pending: 'Pending operations that are due, by kind',
    portreeve_operations_planned: 'Pending operations that are not due yet, by kind',
    portreeve_operations_oldest_pending_seconds: 'Age of the oldest pending operation that is due, by kind',
    portreeve_operations_attempts: 'Most attempts of a pending operation that is due, by kind',
    portreeve_operations_late_seconds: 'Seconds for which the most overdue operation has waited for a worker',
  },
  query: `
    with due as (
      select kind, count(*) filter (where is_due) as due, count(*) filter (where not is_due) as planned,
        max(extract(epoch from now() - created_at)) filter (where is_due) as age,
        max(attempts) filter (where is_due) as attempts, max(extract(epoch from now() - due_at)) as late
      from (select *, due_at < now() + interval '1 minute' as is_due from operations where state = 'pending') pending
      group by kind)
    select f.name, jsonb_build_object('kind', kind) as labels, f.value from due cross join lateral (values
      ('portreeve_operations_pending', due::float8), ('portreeve_operations_planned', planned::float8),
      ('portreeve_operations_oldest_pending_seconds', age::float8),
      ('portreeve_operations_attempts', attempts::float8)) f(name, value)
    union all
    select 'portreeve_operations_late_seconds', '{}', greatest(0, coalesce(max(late), 0))::float8 from due`,
}

const audit: Figures = {
  subject: 'audit',
  gauges: {
    portreeve_audit_head_age_seconds: 'Age of the newest signed head of the audit log',
    portreeve_audit_unsigned_rows: 'Rows of the audit log after the newest signed head',
  },
  query: `
    with newest as (select last, at from audit_heads order by n desc limit 1)
    select 'portreeve_audit_head_age_seconds' as name, '{}'::jsonb as labels,
      (select extract(epoch from now() - at)::float8 from newest) as value
    union all
    select 'portreeve_audit_unsigned_rows', '{}',
      ((select coalesce(max(seq), 0) from audit_head) - coalesce((select last from newest), 0))::float8`,
}

const sizes: Figures = {
  subject: 'sizes',
  gauges: {
    portreeve_database_size_bytes: 'Size of the database',
    portreeve_history_size_bytes: 'Size of the old versions of records, with their indexes',
    portreeve_audit_rows: 'Rows of the audit log, about',
  },
  query: `
    select 'portreeve_database_size_bytes' as name, '{}'::jsonb as labels, pg_database_size(current_database())::float8 as value
    union all
    select 'portreeve_history_size_bytes', '{}', coalesce(sum(pg_total_relation_size(oid)), 0)::float8
    from pg_class where relnamespace = 'history'::regnamespace and relkind = 'r'
    union all
    select 'portreeve_audit_rows', '{}', (select coalesce(max(seq), 0) from audit_head)::float8`,
}

/** The figures of core itself. */
export const ownFigures: readonly Figures[] = [operations, audit, sizes]
