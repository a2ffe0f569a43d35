import { onlyStripe } from '../adapters/payments.ts'
import { stripePayments } from '../adapters/payments-stripe.ts'
import { writeAudit } from '../core/audit/audit.ts'
import { anchorOf, checkAudit } from '../core/audit/audit-check.ts'
import { changeKey } from '../core/audit/audit-keys.ts'
import { signAll } from '../core/audit/heads.ts'
import type { Database } from '../core/database/db.ts'
import { checkLedger } from '../money/ledger/ledger-check.ts'
import { program } from '../settings/program.ts'
import type { ServerSettings } from '../settings/settings.ts'

/** The command's usage. --help prints it. */
export const auditUsage = `Usage: ${program} audit COMMAND [--environment NAME] [--anchor SEQ:HASH]

  verify    verifies the audit log: names every row that is not as the server wrote it.
            --anchor: a head of the log that was noted before; everything up to it must still be there
  rotate    makes a new key for the signed heads of the log, and erases the private part of the present one
`

/** `portreeve audit`. Returns the exit code: 1 when a row is not as the server wrote it. */
export async function auditCommand(
  database: Database,
  settings: ServerSettings,
  words: string[],
  given: string | undefined,
): Promise<number> {
  if (words.join(' ') === 'rotate') return rotateCommand(database, settings)
  const anchor = given === undefined ? undefined : anchorOf(given)
  if (words.join(' ') !== 'verify' || (given !== undefined && !anchor)) {
    console.error(auditUsage)
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

async function rotateCommand(database: Database, settings: ServerSettings): Promise<number> {
  try {
    await signAll({ database, settings })
  } catch (error) {
    console.error(`The last rows are left to the new key: ${(error as Error).message}.`)
  }
  const { before, after } = await database.db.transaction(async (tx) => {
    const keys = await changeKey(tx, settings)
    await writeAudit(tx, settings.auditKey, { uid: 'operator', role: 'operator' }, 'audit.rotate', {
      before: { key: keys.before },
      after: { key: keys.after },
    })
    return keys
  })
  console.info(`The key is ${after}. The one before it, ${before}, signs nothing any more.`)
  return 0
}

/** The command's usage. --help prints it. */
export const ledgerUsage = `Usage: ${program} ledger check [--environment NAME]

  check     proves the ledger against itself and the payment provider: names every transaction that does not agree
`

/** `portreeve ledger`. Returns the exit code: 1 when something is wrong with the ledger. */
export async function ledgerCommand(
  database: Database,
  settings: ServerSettings,
  words: string[],
): Promise<number> {
  if (words.join(' ') !== 'check') {
    console.error(ledgerUsage)
    return 2
  }
  const { checked, faults } = await checkLedger(
    database.db,
    settings.stripe && onlyStripe(stripePayments(settings.stripe)),
    settings,
  )
  for (const fault of faults) console.error(fault)
  console.info(
    `${checked} transactions checked${settings.stripe ? ' against the payment provider' : ''}: ${faults.length} faults`,
  )
  return faults.length > 0 ? 1 : 0
}
