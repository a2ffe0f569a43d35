import { stripePayments } from './adapters/payments-stripe.ts'
import { anchorOf, checkAudit } from './core/audit-check.ts'
import type { Database } from './core/db.ts'
import type { ServerSettings } from './settings.ts'
import { checkLedger } from './store/ledger-check.ts'

/** `npm run audit:verify`. Says every row of the audit that is not as the server wrote it; 1 when there is one. */
export async function auditVerify(
  database: Database,
  settings: ServerSettings,
  words: string[],
  asked: string | undefined,
): Promise<number> {
  const anchor = asked === undefined ? undefined : anchorOf(asked)
  if (words.length > 0 || (asked !== undefined && !anchor)) {
    console.error('Usage: npm run audit:verify [-- --environment development] [-- --anchor SEQ:HASH]')
    return 2
  }
  const { rows, faults, head } = await checkAudit(
    database.db,
    [settings.auditKey, ...settings.auditKeysBefore],
    console.error,
    anchor,
  )
  if (faults > 1 && faults >= rows)
    console.error('Not one row fits: are PORTREEVE_AUDIT_KEY and PORTREEVE_SECRET those of the server?')
  console.info(`${rows} rows verified, head ${head}${faults > 0 ? `: ${faults} faults` : ''}`)
  return faults > 0 ? 1 : 0
}

/** `npm run ledger:check`. Says what is wrong with the ledger; 1 when anything is. */
export async function ledgerCheck(database: Database, settings: ServerSettings): Promise<number> {
  const { checked, faults } = await checkLedger(
    database.db,
    settings.stripe && stripePayments(settings.stripe),
  )
  for (const fault of faults) console.error(fault)
  console.info(
    `${checked} transactions with entries checked${settings.stripe ? ' against the payment provider' : ''}: ${faults.length} faults`,
  )
  return faults.length > 0 ? 1 : 0
}
