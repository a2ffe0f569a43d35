import { createInterface } from 'node:readline/promises'
import { roles } from '@portreeve/contract/base/rights'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Identity } from '../adapters/identity.ts'
import { RefusalError } from '../core/refuse.ts'
import { program } from '../settings/program.ts'
import { addShared, allStaff, changeRole, invite, setDisabled, setPassword } from '../staff/staff-accounts.ts'

/** The command's usage. --help prints it. */
export const staffUsage = `Usage: ${program} staff COMMAND [--environment NAME]

  list                                    all staff members
  invite EMAIL NAME ROLE [--uid UID]      a new staff member; ROLE is ${roles.join(', ')},
                                          or one that admins have made
                                          (--uid: the uid at an outside identity provider; no password is asked then)
  role EMAIL ROLE                         another role
  disable EMAIL | enable EMAIL            shut out, or let in again
  password EMAIL                          a new password; it is read from standard input
  shared UID NAME                         a shared account beside Support, in whose name the team answers people
`

/** `portreeve staff`. Returns the exit code. */
export async function staffCommand(
  services: { db: NodePgDatabase; identity: Identity; auditKey: string },
  words: string[],
  options: { uid?: string | undefined },
): Promise<number> {
  const [command, email, ...rest] = words
  try {
    if (command === 'list') {
      for (const person of await allStaff(services.db))
        console.info(
          [person.email, person.role, person.disabled ? 'disabled' : 'active', person.uid].join('\t'),
        )
    } else if (command === 'invite' && email && rest.length === 2) {
      const [name = '', role = ''] = rest
      const password = options.uid ? undefined : await readPassword()
      const { uid } = await invite(services, {
        email,
        name,
        role,
        ...(options.uid ? { uid: options.uid } : {}),
        ...(password ? { password } : {}),
      })
      console.info(`Invited ${email} as ${role} (${uid})`)
    } else if (command === 'role' && email && rest.length === 1) {
      await changeRole(services, email, rest[0] ?? '')
      console.info(`${email} is ${rest[0]} now`)
    } else if ((command === 'disable' || command === 'enable') && email && rest.length === 0) {
      await setDisabled(services, email, command === 'disable')
      console.info(`${email} is ${command}d now`)
    } else if (command === 'password' && email && rest.length === 0) {
      await setPassword(services, email, await readPassword())
      console.info(`The password of ${email} is changed`)
    } else if (command === 'shared' && email && rest.length === 1) {
      await addShared(services, email, rest[0] ?? '')
      console.info(`The team answers as ${rest[0]} (${email}) now`)
    } else {
      console.error(staffUsage)
      return 2
    }
    return 0
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    console.error(error.title)
    return 1
  }
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password (at least 10 characters): ')
  const lines = createInterface({ input: process.stdin })
  const first = await lines[Symbol.asyncIterator]().next()
  lines.close()
  const password = String(first.value ?? '')
  if (password.length < 10 || password.length > 200)
    throw new RefusalError('refused', 'A password has 10 to 200 characters. Nothing was changed.', '')
  return password
}
