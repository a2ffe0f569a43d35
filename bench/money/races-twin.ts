import { createRequire } from 'node:module'

// The broken twin of races.ts: the server without row locks. The driver removes
// `for update` and `for no key update` from every statement. PGlite is one session, in which transactions are serial and need no row
// lock; so there the twin removes the transactions as well: check, then act. A bench that does not notice it proves nothing.
const { Client } = createRequire(new URL('../../server/main.ts', import.meta.url))(
  'pg',
) as typeof import('pg')
const embedded = process.env.DATABASE_URL === undefined

const weakened = (statement: string) =>
  embedded && /^\s*(begin|commit|rollback)\b/i.test(statement)
    ? 'select 1'
    : statement.replace(/ for (no key )?update$/i, '')

const query: unknown = Client.prototype.query
Client.prototype.query = function (this: unknown, statement: unknown, ...rest: unknown[]) {
  const weaker =
    typeof statement === 'string'
      ? weakened(statement)
      : statement !== null && typeof statement === 'object' && 'text' in statement && !('submit' in statement)
        ? { ...statement, text: weakened(String(statement.text)) }
        : statement
  return Reflect.apply(query as (...all: unknown[]) => unknown, this, [weaker, ...rest])
} as typeof Client.prototype.query

await import('../../server/main.ts')
