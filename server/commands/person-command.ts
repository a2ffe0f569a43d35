import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { writeAudit } from '../core/audit/audit.ts'
import { erasing } from '../core/audit/audit-check.ts'
import type { Settings } from '../core/call/context.ts'
import { emit } from '../core/live/events.ts'
import { RefusalError } from '../core/refuse.ts'
import { erasePerson } from '../people/erase-person.ts'
import { users } from '../people/people-tables.ts'
import { personRows } from '../people/person-rows.ts'
import { program } from '../settings/program.ts'

type PersonSettings = Pick<Settings, 'auditKey' | 'currency' | 'secret' | 'secretsBefore'>

/** The command's usage. --help prints it. */
export const personUsage = `Usage: ${program} person COMMAND [--environment NAME]

  export UID        all data about a person, as JSON on standard output
  erase UID UID     erases a person for good; money stays, under a name that leads nowhere.
                    The uid twice, so that a typing error erases no one
`

/** `portreeve person`. Returns the exit code. Writes only the JSON to standard output, so that it can be redirected to a file. */
export async function personCommand(
  { db, settings }: { db: NodePgDatabase; settings: PersonSettings },
  words: string[],
): Promise<number> {
  const [command, uid, again] = words
  if (command === 'erase' && uid !== undefined && again === uid && words.length === 3)
    return erase(db, settings, uid)
  if (command !== 'export' || uid === undefined || words.length !== 2) {
    console.error(personUsage)
    return 2
  }
  const [person] = await db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid))
  if (!person) {
    console.error('There is no person with this uid.')
    return 1
  }
  const rows = await db.transaction(async (tx) => {
    const found = await personRows(tx, uid)
    await writeAudit(tx, settings.auditKey, operator, 'users.export', { subject: ['user', uid] })
    return found
  })
  process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  return 0
}

const operator = { uid: 'operator', role: 'operator' }

async function erase(db: NodePgDatabase, settings: PersonSettings, uid: string) {
  try {
    const called = await db.transaction(async (tx) => {
      const { called, after } = await erasePerson(tx, uid, settings)
      await emit(tx, operator, 'person.erased', { uid, called })
      await writeAudit(tx, settings.auditKey, operator, erasing, { subject: ['user', called], after })
      return called
    })
    console.info(`Erased. Transactions and the audit name them ${called} from now on.`)
    return 0
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    console.error(error.message)
    return 1
  }
}
