import { inTime } from '../deadline.ts'

/** Where a server publishes the keys and the origins of its panels. */
export const panelsPath = '/.well-known/portreeve-panels.json'

/** What the server's own environment has. */
export interface OwnFrames {
  environment: string
  panels: () => Promise<{ frames: string[] }>
}

/** Milliseconds for which an answer of another environment is used, and for which a page waits for it. */
const [kept, patience] = [30_000, 1000]

const plain = /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d+)?$/
/** Whether an origin can neither end a directive of the policy nor widen it by a wildcard. */
export const isPlain = (origin: unknown): origin is string => typeof origin === 'string' && plain.test(origin)

/**
 * The origins that pages may have in frames: those of the own environment, and those that the other ones publish. One console shows
 * all environments. An environment that does not answer has no frames until it does.
 */
export function frameSources(environments: object, own?: OwnFrames): () => Promise<string> {
  const readers = Object.entries(environments as Record<string, { api?: string }>).map(([name, { api }]) => {
    if (own?.environment === name) return async () => (await inTime(own.panels, patience)).frames
    if (!api || !URL.canParse(api)) return async () => []
    return lately(async () => {
      const answer = await fetch(`${api}${panelsPath}`, { signal: AbortSignal.timeout(patience) })
      const { frames } = (await answer.json()) as { frames?: unknown }
      return Array.isArray(frames) ? frames : []
    })
  })
  return async () => {
    const found = await Promise.all(readers.map((read) => read().catch((): unknown[] => [])))
    return [...new Set(found.flat())].filter(isPlain).join(' ')
  }
}

/** Reads once for all pages of some seconds. */
function lately<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined
  return () => {
    if (!last || Date.now() - last.at > kept) last = { at: Date.now(), result: read() }
    return last.result
  }
}
