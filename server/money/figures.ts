import type { Figures } from '../core/figures.ts'

/** The figures of money: what the ledger check found, and whether it runs. */
export const moneyFigures: Figures = {
  subject: 'money',
  gauges: {
    portreeve_ledger_differences_open: 'Differences of the ledger that nobody has settled, by kind',
    portreeve_ledger_differences_oldest_seconds: 'Age of the oldest such difference',
    portreeve_ledger_check_age_seconds: 'Seconds since the last check of the ledger that ended well',
  },
  query: `
    with standing as (select kind, at from ledger_differences where state in ('open', 'asked'))
    select 'portreeve_ledger_differences_open' as name, jsonb_build_object('kind', kind) as labels, count(*)::float8 as value
    from standing group by kind
    union all
    select 'portreeve_ledger_differences_oldest_seconds', '{}', coalesce(max(extract(epoch from now() - at)), 0)::float8 from standing
    union all
    select 'portreeve_ledger_check_age_seconds', '{}', (select extract(epoch from now() - max(finished_at)) from ledger_checks where state = 'done')::float8`,
}
