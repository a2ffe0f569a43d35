import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { easypostFace } from './easypost.ts'
import type { Face } from './face.ts'
import { type Account, firebaseFace } from './firebase.ts'
import { mailFace } from './mail.ts'
import { sesFace } from './ses.ts'
import { stripeFace } from './stripe.ts'
import { webhookFace } from './stripe-webhooks.ts'
import { makeSwitches, modes, type Switches, vendorModes, webhookModes } from './switches.ts'

interface Options {
  /** Port of the HTTP pages and faces; 0 takes a free one. */
  port: number
  smtpPort: number
  host: string
  /** The sandbox's data folder. */
  folder: string
  /** The accounts of the Firebase Authentication stand-in. */
  accounts?: Account[]
  project?: string
  /** Lifetime of an identity token of the Firebase face, seconds. */
  tokenSeconds?: number
  /** The secret key that calls to the stand-in of Stripe must carry. */
  stripeKey?: string
  /** Signs its webhooks. */
  stripeWebhookSecret?: string
  /** The webhook address of its events, e.g. http://localhost:4400/hooks/payments. */
  stripeWebhooks?: string[]
  /** Milliseconds before the first retry of a webhook. */
  stripeFirstRepeat?: number
  /** Milliseconds before a later retry at most; default: ten minutes. */
  stripeLongestRepeat?: number
  easypostKey?: string
  /** The access key id that calls to the stand-in of Amazon SES must be signed with. */
  sesKey?: string
  /** The maximum number of templates. */
  sesMax?: number
}

/** A running sandbox. */
export interface Sandbox {
  url: string
  smtp: string
  close: () => Promise<void>
}

/** Starts every stand-in. They store their data, and can be switched to fail, hang, answer late or drop. */
export async function startSandbox(options: Options): Promise<Sandbox> {
  const { host, folder } = options
  const switches = makeSwitches({
    mail: modes,
    firebase: modes,
    stripe: vendorModes,
    [webhookFace]: webhookModes,
    easypost: vendorModes,
    ses: vendorModes,
  })
  const around = (name: string) => ({ folder: join(folder, name), host, switches })
  const mail = await mailFace(around('mail'), options.smtpPort)
  const faces: Face[] = [
    mail,
    await firebaseFace(around('firebase'), {
      accounts: options.accounts ?? [],
      project: options.project ?? 'portreeve-sandbox',
      tokenSeconds: options.tokenSeconds ?? 3600,
    }),
    stripeFace(around('stripe'), {
      key: options.stripeKey ?? 'sk_test_portreeve',
      webhookSecret: options.stripeWebhookSecret ?? 'whsec_portreeve',
      webhookAddresses: options.stripeWebhooks ?? [],
      firstRepeat: options.stripeFirstRepeat,
      longestRepeat: options.stripeLongestRepeat,
    }),
    easypostFace(around('easypost'), { key: options.easypostKey ?? 'EZTK_portreeve' }),
    sesFace(around('ses'), { key: options.sesKey ?? 'AKIAPORTREEVE', maxTemplates: options.sesMax }),
  ]
  const server = Fastify({ forceCloseConnections: true })
  for (const face of faces) server.register(async (app) => face.routes(app))
  addSwitches(server, faces, switches)
  const close = async () => {
    await server.close()
    await Promise.all(faces.map((face) => face.close?.()))
  }
  try {
    await server.listen({ port: options.port, host })
  } catch (error) {
    await close()
    throw error
  }
  const { port } = server.server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, smtp: mail.smtp, close }
}

function addSwitches(server: FastifyInstance, faces: Face[], switches: Switches) {
  server.get('/', () => ({
    faces: faces.map(({ name, about }) => ({ name, about })),
    switches: switches.all(),
  }))
  server.get('/switches', () => switches.all())
  server.post<{ Body: Record<string, unknown> | null }>('/switches', ({ body }, reply) => {
    const { face, mode, times, only, rate, seed } = body ?? {}
    const known = typeof face === 'string' ? switches.modesOf(face) : undefined
    if (typeof face !== 'string' || !known) return reply.code(404).send({ error: 'No such face' })
    const chosen = known.find((one) => one === mode)
    if (!chosen) return reply.code(422).send({ error: `mode must be one of ${known.join(', ')}` })
    if (times !== undefined && !(isWhole(times) && times > 0))
      return reply.code(422).send({ error: 'times must be a whole number from 1' })
    if (only !== undefined && typeof only !== 'string')
      return reply.code(422).send({ error: 'only must be a text' })
    if (rate !== undefined && !(typeof rate === 'number' && rate >= 0 && rate <= 1))
      return reply.code(422).send({ error: 'rate must be a number from 0 to 1' })
    if (seed !== undefined && !isWhole(seed))
      return reply.code(422).send({ error: 'seed must be a whole number' })
    switches.set(face, { mode: chosen, times, only, rate, seed })
    return switches.all()
  })
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
