import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { folderStore } from '../../server/adapters/file-store-folder.ts'
import { builtinIdentity } from '../../server/adapters/identity-builtin.ts'
import { noImages } from '../../server/adapters/images.ts'
import { noMail } from '../../server/adapters/mail.ts'
import { onlyStripe } from '../../server/adapters/payments.ts'
import { noShipping } from '../../server/adapters/shipping.ts'
import { webhookSender } from '../../server/adapters/webhooks.ts'
import { app, operations } from '../../server/app.ts'
import { openDatabase } from '../../server/core/database/db.ts'
import { makeLog } from '../../server/core/log.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { invite } from '../../server/staff/staff-accounts.ts'

// Whether a wrong password takes as long for a known as for an unknown address:
//   node --import tsx bench/fuzz/sign-in-timing.ts [--rounds 200] [--postgres URL]
// Measures the whole sign-in with its throttling; failures are deleted after each attempt, so none is throttled. The two
// alternate, so that other load on this machine affects both.
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, postgres: { type: 'string' } },
})
const rounds = Number(values.rounds)
const folder = await mkdtemp(join(tmpdir(), 'portreeve-timing-'))
const settings = readSettings({
  PORTREEVE_API_KEY: 'bench',
  PORTREEVE_DATA_DIR: folder,
  ...(values.postgres ? { DATABASE_URL: values.postgres } : {}),
})
const database = await openDatabase(settings.where)
const { address } = settings
const identity = builtinIdentity({ ...settings, secrets: [settings.secret], db: database.db, name: 'bench' })
const log = makeLog('silent')
const server = await app({
  ...{ settings: { ...settings, consoleFolder: undefined }, database, identity, log, operations },
  ...{
    mail: noMail,
    payments: onlyStripe(undefined),
    shipping: noShipping,
    images: noImages,
    photos: noImages,
    files: folderStore(join(folder, 'files')),
    providers: [],
  },
  webhooks: webhookSender({ isPrivateAllowed: false }),
})
const known = `known-${randomBytes(4).toString('hex')}@portreeve.test`
await invite(
  { db: database.db, identity, auditKey: settings.auditKey },
  { email: known, name: 'Known', role: 'support', password: 'a long password' },
)

async function signIn(email: string) {
  const began = performance.now()
  const { statusCode } = await server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address },
    payload: { email, password: 'not the password' },
  })
  if (statusCode !== 401) throw new Error(`The sign-in answered ${statusCode}`)
  const took = performance.now() - began
  await database.pool.query('delete from identity_failures')
  return took
}

const times = { known: [] as number[], unknown: [] as number[] }
for (let round = -10; round < rounds; round++)
  for (const kind of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
    const took = await signIn(kind === 'known' ? known : `unknown-${round}@portreeve.test`)
    // The first attempts warm up.
    if (round >= 0) times[kind].push(took)
  }

/** The quantile of the times. */
const at = (list: number[], part: number) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length * part)] ?? 0
const round1 = (value: number) => Math.round(value * 10) / 10
const figures = (list: number[]) => ({
  measured: list.length,
  median: round1(at(list, 0.5)),
  // The interquartile range.
  spread: round1(at(list, 0.75) - at(list, 0.25)),
})
const [a, b] = [figures(times.known), figures(times.unknown)]
const difference = round1(Math.abs(a.median - b.median))
console.info(JSON.stringify({ milliseconds: true, known: a, unknown: b, difference }, null, 2))
process.exitCode = difference < Math.max(a.spread, b.spread) ? 0 : 1
await server.close()
await database.close()
await rm(folder, { recursive: true, force: true })
