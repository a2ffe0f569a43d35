import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The unchanged server, which records the plan of each of its queries: PostgreSQL's auto_explain sends each
// plan as a notice, and the driver's connections report it. So the plans are those of the product's own statements.
const file = process.env.PORTREEVE_BENCH_PLANS ?? ''
const { Client } = createRequire(new URL('../../server/main.ts', import.meta.url))(
  'pg',
) as typeof import('pg')
const connect: unknown = Client.prototype.connect
Client.prototype.connect = function (this: InstanceType<typeof Client>, ...given: unknown[]) {
  this.on('notice', ({ message }) => {
    const plan = message?.startsWith('duration:') ? message.slice(message.indexOf('{')) : ''
    if (plan) appendFileSync(file, `${plan.replaceAll(/\s*\n\s*/g, ' ')}\n`)
  })
  return Reflect.apply(connect as (...all: unknown[]) => unknown, this, given)
} as typeof Client.prototype.connect

await import('../../server/main.ts')
