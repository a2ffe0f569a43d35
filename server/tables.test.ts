import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { targets } from './marketplace/import/targets.ts'
import { withoutPeople } from './testing/planting.ts'

// Each test names a decision that a new table needs.
const folder = new URL('.', import.meta.url).pathname
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => /^(?!node_modules).*-tables\.ts$/.test(name))
let tables: string[]
/** Tables with a reference to a person. */
let ofPeople: string[]
beforeAll(async () => {
  const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>))
  const all = modules.flatMap((module) => Object.values(module)).filter((one) => is(one, PgTable))
  tables = all.map((table) => getTableName(table))
  ofPeople = all
    .filter((table) =>
      getTableConfig(table).foreignKeys.some((key) => getTableName(key.reference().foreignTable) === 'users'),
    )
    .map((table) => getTableName(table))
})

test('no table with a reference to a person is left out of exporting and erasing', () => {
  expect(ofPeople.length).toBeGreaterThan(10)
  expect(ofPeople.filter((name) => withoutPeople.includes(name))).toEqual([])
})

/** Tables that the server itself fills, or another file with theirs. */
const notImported =
  'approvals audit audit_head bulk_jobs bulk_rows chargebacks conversation_members conversation_states decided_fields desk_cases desk_days desk_moves desk_weights email_template_versions email_variables erased_ids events fraud_warnings held_actions idempotency_keys import_progress inbox_drafts inbox_settings inbox_spans ingest_versions ledger_checks ledger_difference_days ledger_differences ledger_entries ledger_lines live_events machine_key_usage machine_keys money_settings notifications operations payment_events payout_holds provider_endpoints provider_refunds refund_reasons reveals review_decisions saved_views second_factor_roles staff_grants webhook_deliveries webhook_endpoints'.split(
    ' ',
  )

test('every table has a file of the import, or is not imported', () => {
  const imported = Object.values(targets).map(({ table }) => getTableName(table))
  expect([...imported, ...notImported].toSorted()).toEqual(
    tables.filter((name) => !name.startsWith('identity')).toSorted(),
  )
})
