import type { FastifyReply, FastifyRequest } from 'fastify'
import { Random } from '../server/seed/random.ts'

/**
 * The mode of a face. Every face has: 'ok' works; 'fail' refuses; 'hang' never answers; 'late' does its
 * work but answers after `lateAfter`; 'drop' cuts the connection.
 */
export const modes = ['ok', 'fail', 'hang', 'late', 'drop'] as const
/** Modes of faces whose work must not be done twice: 'after_success' does its work, then cuts the connection; 'mixed' draws a fault. */
export const vendorModes = [...modes, 'fail_429', 'after_success', 'mixed'] as const
/** Modes of the events that a vendor sends. */
export const webhookModes = ['ok', 'twice', 'late', 'out_of_order', 'off'] as const

export type Mode = (typeof vendorModes)[number] | (typeof webhookModes)[number]

/** Milliseconds, longer than every timeout of our callers. */
export const lateAfter = 6000

/** The faults that 'mixed' draws from. */
const faults = ['fail', 'fail_429', 'hang', 'late', 'after_success', 'drop'] as const

interface Setting {
  mode: Mode
  /** Remaining uses; undefined means until it is switched back. */
  times?: number
  /** Affects only calls that contain this text, e.g. a payment's id; others pass, uncounted. */
  only?: string
  /** Of 'mixed': the share of calls with a fault, 0 to 1. */
  rate?: number
  /** Of 'mixed': the same seed draws the same faults in the same order. */
  seed?: number
}

export type Switches = ReturnType<typeof makeSwitches>

/** One switch per face, all 'ok' at first. @param faces the modes of each */
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
     * The mode for one use of a face; counts it. 'late' and 'after_success' let a reading call pass, uncounted, so
     * that they affect the intended change. `names` is the text that `only` is compared with,
     * e.g. the call's address and body.
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
 * Applies the switch of an HTTP face to one call. Returns true when the face must handle the call, false
 * when the switch has; the face implements 'fail', as it knows its vendor's errors.
 */
export async function goesOn(mode: Mode, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (mode === 'late') await wait(lateAfter)
  if (mode === 'hang' || mode === 'drop') reply.hijack()
  if (mode === 'drop') request.raw.socket.destroy()
  return mode !== 'hang' && mode !== 'drop'
}

/** A face's answer to one call. */
export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** For endpoints with side effects: applies the effect, then answers, fails or hangs as the switch says. */
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
