import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { writeAudit } from './core/audit.ts'
import { users } from './db/people.ts'
import { personRows } from './store/person-rows.ts'

const usage = `Usage: npm run person -- COMMAND [--environment development]

  export UID        everything that is kept of a person, as JSON on standard output
`

/** `npm run person`. Returns the exit code. Only the JSON goes to standard output, so that it can be sent to a file. */
export async function personCommand(
  { db, auditKey }: { db: NodePgDatabase; auditKey: string },
  words: string[],
): Promise<number> {
  const [command, uid] = words
  if (command !== 'export' || uid === undefined || words.length !== 2) {
    console.error(usage)
    return 2
  }
  const [person] = await db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid))
  if (!person) {
    console.error('There is no person with this uid.')
    return 1
  }
  const rows = await db.transaction(async (tx) => {
    const found = await personRows(tx, uid)
    const operator = { uid: 'operator', role: 'operator' }
    await writeAudit(tx, auditKey, operator, 'users.export', { subject: ['user', uid] })
    return found
  })
  process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  return 0
}
