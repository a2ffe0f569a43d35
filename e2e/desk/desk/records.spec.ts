import { deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import { openDatabase } from '../../../server/core/database/db.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, setLimit, test } from '../../stack/test.ts'
import { bar } from './desk.ts'

/** What failed or waits about a sale, as its vendors or a colleague left it. */
const matters = (sale: string) => [
  `insert into chargebacks (id, provider, payment_id, transaction_id, state, reason, cents, fee, withdrawn, movements, created_at, evidence_due_at)
    values ('${sale}-cb', 'stripe', 'pi', '${sale}', 'needs_response', 'product_not_received', 10000, 1500, 10000, 1, now(), now() + interval '2 days')`,
  `insert into fraud_warnings (id, provider, payment_id, transaction_id, fraud_type, actionable, created_at)
    values ('${sale}-fw', 'stripe', 'pi', '${sale}-two', 'made_with_stolen_card', true, now())`,
  `insert into approvals (id, kind, transaction_id, cents, left_seen, asked_by, expires_at, requested, note)
    select '${sale}-ap', 'refund', '${sale}', 2000, 10000, uid, now() + interval '7 days', true, 'Broken' from staff where role = 'support' limit 1`,
  `insert into ship_labels (id, transaction_id, created_at, status, ep_shipment_id)
    select '${sale}-l' || n, '${sale}', now(), 1, 'shp' from generate_series(1, 8) n`,
  `insert into operations (id, kind, subject_kind, subject_id, cents, details, state, failure, settled_at)
    values ('${sale}-lo', 'label', 'transaction', '${sale}', 785, '{"label": "${sale}-l5"}', 'failed', 'Already scanned', now())`,
  `insert into operations (id, kind, subject_kind, subject_id, cents, state, failure, settled_at)
    values ('${sale}-po', 'payout', 'transaction', '${sale}', 9000, 'failed', 'Account closed', now())`,
  `insert into ledger_differences (id, kind, about, transaction_id, ledger_cents, provider_cents, words)
    select '${sale}-d' || n, 'payout', '${sale}-' || n, '${sale}', 100, 300, 'Difference ' || n from generate_series(1, 30) n`,
  `insert into measures (id, kind, subject_kind, subject_id, uid, grounds, source, by_uid, at, operation_id, told_at)
    select '${sale}-ms', 'no_listing', 'user', seller_uid, seller_uid, '[]', 'staff', 'somebody', now(), 'op', now() from transactions where id = '${sale}'`,
  `insert into appeals (id, uid, about, text, created_at) select '${sale}-appeal', uid, id, 'I did nothing.', now() from measures where id = '${sale}-ms'`,
  `insert into machine_keys (id, name, digest, begins, scopes, networks, created_by, owner_uid)
    select '${sale}-key', '${sale}', '${sale}', 'ptv_', '["propose.users.block"]', '[]', uid, uid from staff where role = 'admin' limit 1`,
  `insert into proposals (id, key_id, program, owner_uid, call, permission, params, reason, subject_kind, subject_id, effect, digest)
    select '${sale}-proposal', k.id, k.name, k.owner_uid, 'users.ban', 'users.block', json_build_object('uid', t.seller_uid), 'Fakes', 'user', t.seller_uid,
      '{"dry_run": true, "deeds": [], "events": [], "operations": []}', 'x' from machine_keys k, transactions t where k.id = '${sale}-key' and t.id = '${sale}'`,
  `insert into rules (id, name, event, query, actions, per_hour, owner_uid)
    select '${sale}-rule', '${sale}', 'sale_paid', 'price:>$1', '{}', 1, owner_uid from machine_keys where id = '${sale}-key'`,
  `insert into rule_matches (id, rule_id, written, state, subject_kind, subject_id, at, case_state, case_words, case_class)
    values ('${sale}-met', '${sale}-rule', 1, 'on', 'transaction', '${sale}', now(), 'open', 'Dear', 'fraud')`,
]

/** The kinds whose case is the whole page, or its open record, by what shows it. */
const ownPlace: Record<string, string> = {
  appeal: 'main h1',
  proposal: 'main h1',
  rule: 'main h1',
  chargeback: 'main h1',
  conversation: 'section[aria-label="Conversation"] header',
  listing: 'article[aria-label="Open case"] h2',
  promotion: 'article[aria-label="Open case"] h2',
}

test('a row of the desk leads to the very record, of each kind: in view, marked, and with the focus @slow', async ({
  page,
}) => {
  // Two pages for each of the fifteen kinds
  setLimit(120_000)
  const name = `records-${Date.now().toString(36)}`
  const sale = await makeSale(name)
  await makeSale(`${name}-two`)
  const settings = { ...process.env, PORTREEVE_API_KEY: 'unused', PORTREEVE_ENVIRONMENT: 'development' }
  const database = await openDatabase(readSettings(settings).where, { connections: 1 })
  for (const statement of matters(sale.id)) await database.db.execute(statement)
  await database.close()
  // A person's page waits a moment for this answer before it shows the sections: their reports may come first.
  await page.route('**/overview', () => {})
  for (const kind of deskKindNames)
    await test.step(kind, async () => {
      await page.goto(`/dashboard/desk?kind=${kind}`)
      const rows = page.getByRole('table', { name: 'Desk' }).getByRole('row')
      // The last one is far down in its own list, too.
      await expect(rows.getByRole('link').first()).toBeVisible()
      await rows.last().getByRole('link').click()
      await expect(bar(page)).toBeVisible()
      const place = ownPlace[kind]
      if (place !== undefined) return void (await expect(page.locator(place)).toBeInViewport())
      const record = page.locator('[data-marked]')
      await expect(record).toBeInViewport()
      await expect(record).toBeFocused()
    })
})
