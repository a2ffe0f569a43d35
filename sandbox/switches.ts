import type { FastifyReply, FastifyRequest } from 'fastify'
import { Random } from '../server/seed/random.ts'

/**
 * How a face behaves. Every face knows: 'ok' as the vendor does; 'fail' refuses; 'hang' never answers; 'late' does its
 * work but answers after `lateAfter`; 'drop' cuts the connection.
 */
export const modes = ['ok', 'fail', 'hang', 'late', 'drop'] as const
/** Of faces that do things that must not be done twice: 'after_success' does its work, then cuts the connection; 'mixed' draws lots. */
export const vendorModes = [...modes, 'fail_429', 'after_success', 'mixed'] as const
/** Of what a vendor sends by itself. */
export const webhookModes = ['ok', 'twice', 'late', 'out_of_order', 'off'] as const

export type Mode = (typeof vendorModes)[number] | (typeof webhookModes)[number]

/** Later than any caller of ours waits. Milliseconds. */
export const lateAfter = 6000

/** What 'mixed' draws from. */
const faults = ['fail', 'fail_429', 'hang', 'late', 'after_success', 'drop'] as const

interface Setting {
  mode: Mode
  /** How many more times; undefined means until it is switched back. */
  times?: number
  /** Only calls that name this, e.g. a payment; others pass, uncounted. */
  only?: string
  /** Of 'mixed': the share of calls that go wrong, 0 to 1. */
  rate?: number
  /** Of 'mixed': the same seed draws the same faults in the same order. */
  seed?: number
}

export type Switches = ReturnType<typeof makeSwitches>

/** One switch per face, all 'ok' at first. @param faces the modes that each knows */
export function makeSwitches(faces: Record<string, readonly Mode[]>) {
  const settings = new Map<string, Setting>(Object.keys(faces).map((face) => [face, { mode: 'ok' }]))
  const randoms = new Map<string, Random>()
  return {
    all: () => Object.fromEntries(settings),
    modesOf: (face: string): readonly Mode[] | undefined =>
      Object.hasOwn(faces, face) ? faces[face] : undefined,
    set: (face: string, { mode, times, only, rate = 0.4, seed = 1 }: Setting) => {
      settings.set(face, {
        mode,
        ...(times === undefined || mode === 'ok' ? {} : { times }),
        ...(only === undefined || mode === 'ok' ? {} : { only }),
        ...(mode === 'mixed' ? { rate, seed } : {}),
      })
      randoms.set(face, new Random(seed))
    },
    /**
     * The mode for one use of a face; counts it. For a call that changes nothing, 'late' and 'after_success' mean
     * nothing: it passes, uncounted, so that they hit the change that they were meant for. `names` is what the call is
     * about, e.g. its address and body.
     */
    use: (face: string, changes = true, names = ''): Mode => {
      const setting = settings.get(face) ?? { mode: 'ok' }
      if (setting.only !== undefined && !names.includes(setting.only)) return 'ok'
      const passes = (mode: Mode) => !changes && (mode === 'late' || mode === 'after_success')
      if (passes(setting.mode)) return 'ok'
      if (setting.times !== undefined) {
        const times = setting.times - 1
        settings.set(face, times > 0 ? { ...setting, times } : { mode: 'ok' })
      }
      if (setting.mode !== 'mixed') return setting.mode
      const random = randoms.get(face) ?? new Random(1)
      const goesWrong = random.next() < (setting.rate ?? 0)
      const fault = random.pick(faults)
      return goesWrong && !passes(fault) ? fault : 'ok'
    },
  }
}

export const wait = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, milliseconds).unref())

/**
 * For a face that speaks HTTP: does what its switch says with one call. Answers true when the call is to go on, false
 * when it was dealt with; 'fail' is left to the face, which knows its vendor's words.
 */
export async function goesOn(mode: Mode, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (mode === 'late') await wait(lateAfter)
  if (mode === 'hang' || mode === 'drop') reply.hijack()
  if (mode === 'drop') request.raw.socket.destroy()
  return mode !== 'hang' && mode !== 'drop'
}

/** What a face answers to one call. */
export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** For a face whose work must not be done twice: does the work, or not, and answers, or not, as its switch says. */
export async function behave(
  mode: Mode,
  call: { request: FastifyRequest; reply: FastifyReply },
  refusals: Record<'fail' | 'fail_429', Answer>,
  work: () => Answer,
): Promise<FastifyReply> {
  const { request, reply } = call
  const cut = () => {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  if (mode === 'hang') return reply.hijack()
  if (mode === 'drop') return cut()
  const answer = mode === 'fail' || mode === 'fail_429' ? refusals[mode] : work()
  if (mode === 'after_success') return cut()
  if (mode === 'late') await wait(lateAfter)
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}
