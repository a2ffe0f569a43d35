import { createRequire } from 'node:module'

// The broken twin of money-races.ts: the server as it is, as if somebody had taken the row locks out. The driver drops
// `for update` and `for no key update` from every statement. PGlite is one session, in which transactions take turns and no row lock is ever
// needed; so there the transactions are dropped as well: check, then act. A bench that does not notice it proves nothing.
const { Client } = createRequire(new URL('../../server/main.ts', import.meta.url))(
  'pg',
) as typeof import('pg')
const embedded = process.env.DATABASE_URL === undefined

const weakened = (statement: string) =>
  embedded && /^\s*(begin|commit|rollback)\b/i.test(statement)
    ? 'select 1'
    : statement.replace(/ for (no key )?update$/i, '')

const query: unknown = Client.prototype.query
Client.prototype.query = function (this: unknown, asked: unknown, ...rest: unknown[]) {
  const weaker =
    typeof asked === 'string'
      ? weakened(asked)
      : asked !== null && typeof asked === 'object' && 'text' in asked && !('submit' in asked)
        ? { ...asked, text: weakened(String(asked.text)) }
        : asked
  return Reflect.apply(query as (...all: unknown[]) => unknown, this, [weaker, ...rest])
} as typeof Client.prototype.query

await import('../../server/main.ts')
