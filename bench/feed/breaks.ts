import { parseArgs } from 'node:util'

// What decisions.ts and records.ts share: their options, their progress, and servers whose clocks jump.

export const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    postgres: { type: 'string' },
    /** `node tools/ready.js console dist` compiles the server. It starts faster, so that more kills fit into the time. */
    compiled: { type: 'boolean', default: false },
    twin: { type: 'boolean', default: false },
  },
})
export const wanted = Number(values.changes)
const kills = Number(values.kills)

const began = Date.now()
/** The share of the run that is over: by kills, or by time on a slow machine. The changes are spread over it. */
export const progress = (killed: number): number =>
  Math.min(1, Math.max(killed / kills, (Date.now() - began) / (Number(values.minutes) * 60_000)))

/** Clocks jump only after tokens and fresh passwords came at the true time. */
export const clocks = { areJumping: false }

export const serverOptions = {
  postgres: values.postgres,
  isClockJumping: () => clocks.areJumping,
  ...(values.compiled && { entry: 'dist/server/main.js' }),
}

export const pause = (ms: number) => new Promise<void>((later) => setTimeout(later, ms))
