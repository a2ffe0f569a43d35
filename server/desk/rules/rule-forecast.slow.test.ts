import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { runReplays } from './run-replay.ts'

// What a replay says of the past is a forecast: of a market with a known share of fraud, 60 days tell the next 30 within a tenth.

const s = useServer()

/** 90 days of sales: 40 of a hundred are by sellers of a day, of whom 7 of 10 are charged back; of the others it is 1 of 50. */
const market = (sales: number) => `
  select setseed(0.42);
  create table market as
    select n, now() - interval '90 days' * (1 - n::float8 / ${sales}) as at, random() < 0.4 as young, (20000 + random() * 80000)::int as price, random() as luck
    from generate_series(1, ${sales}) n;
  insert into users (uid, display_name, search_uid, created_at_time)
    select 's' || n, 's', 's' || n, at - case when young then interval '1 day' else interval '300 days' end from market;
  insert into transactions (id, product_title, seller_uid, purchaser_uid, price, purchase_date)
    select 't' || n, 'x', 's' || n, 'buyer', price, at from market;
  insert into chargebacks (id, provider, payment_id, transaction_id, state, reason, cents, fee, withdrawn, movements, created_at)
    select 'c' || n, 'p', 'pay' || n, 't' || n, 'lost', 'fraudulent', price, 0, 0, 0, at + interval '5 days' from market
    where luck < case when young then 0.7 else 0.02 end;
  do $$ begin
    perform set_config('portreeve.erasing', 'on', true);
    update users u set history_since = least(m.at, u.created_at_time) from market m where u.uid = 's' || m.n;
    update transactions t set history_since = m.at from market m where t.id = 't' || m.n;
    delete from history.users;
    delete from history.transactions;
  end $$;
  update history.began set at = now() - interval '400 days';
  do $$ begin execute 'analyze'; end $$;`

test('60 days of a simulated market forecast its next 30 within ten percent, 6,000 sales', async () => {
  await s.addUser({ uid: 'buyer' })
  for (const statement of market(6000).split(/;\n(?= {2}(?:create|insert|do|update history))/))
    await s.asOwner(statement)
  const started = await s.call('admin', api.ruleReplays.start, {
    body: { event: 'sale_paid', queries: ['account_age:<2d price:>$400'] },
  })
  const { id } = started.body.data
  await runReplays.run(s.ctx, new AbortController().signal)
  const { body } = await s.call('admin', api.ruleReplays.get, { params: { id } })
  expect(body.data).toMatchObject({ state: 'done' })
  const [spans] = await s.query<Record<string, number>>(
    `select met60 / 2.0 as met, met30, bad60::float8 / met60 as right, bad30::float8 / met30 as right30, cents60 / 2.0 as cents, cents30 from (
      select count(*) filter (where early)::float8 as met60, count(*) filter (where not early)::float8 as met30,
        count(*) filter (where early and bad) as bad60, count(*) filter (where not early and bad) as bad30,
        coalesce(sum(cents) filter (where early and bad), 0)::float8 as cents60, coalesce(sum(cents) filter (where not early and bad), 0)::float8 as cents30
      from (select at < now() - interval '30 days' as early, outcome <> 'good' as bad, cents from rule_replay_events
        where replay_id = $1 and 0 = any(met)) e) sums`,
    [id],
  )
  const within = (forecast = 0, real = 1) => Math.abs(forecast / real - 1)
  expect(spans?.met30).toBeGreaterThan(400)
  expect(within(spans?.met, spans?.met30)).toBeLessThan(0.1)
  expect(within(spans?.right, spans?.right30)).toBeLessThan(0.1)
  expect(within(spans?.cents, spans?.cents30)).toBeLessThan(0.1)
  // The share of fraud that the market was made with.
  expect(within(spans?.right, 0.7)).toBeLessThan(0.1)
}, 600_000)
