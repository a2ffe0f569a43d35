import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Face, Surroundings } from './face.ts'
import { openJournal } from './journal.ts'
import { readLines } from './ndjson.ts'
import { type Answer, behave } from './switches.ts'

/** State of a shipment's label; the last four are EasyPost's `refund_status`. */
const labelStates = ['none', 'unused', 'used', 'submitted', 'refunded', 'rejected', 'not_applicable'] as const
type LabelState = (typeof labelStates)[number]

interface Shipment {
  id: string
  label: LabelState
  /** Bills when the parcel is scanned: there is nothing to refund. */
  bills_on_scan: boolean
  created_at: string
  updated_at: string
}
interface Tracker {
  id: string
  tracking_code: string
  carrier: string
  created_at: string
}
interface Entry {
  shipment?: Shipment
  tracker?: Tracker
}

const carriers =
  'USPS UPS FedEx DHL DHLExpress DHLEcs DHLPaket OnTrac LaserShip CanadaPost Canpar Purolator RoyalMail DPD GLS Evri AustraliaPost SFExpress'.split(
    ' ',
  )

const refusal = (status: number, code: string, message: string, errors: unknown[] = []): Answer => ({
  status,
  body: { error: { code, message, errors } },
})
const faults = {
  fail: refusal(
    500,
    'INTERNAL_SERVER_ERROR',
    "We're sorry, something went wrong. If the problem persists please contact us.",
  ),
  fail_429: refusal(429, 'RATE_LIMITED', 'Too many requests. Please slow down and try again.'),
}
const notFound = refusal(404, 'NOT_FOUND', 'The requested resource could not be found.')
const unsupported = (carrier: unknown) =>
  refusal(422, 'TRACKER.UNSUPPORTED_CARRIER', `The carrier ${carrier} is not supported for tracking.`)
const unavailable = (why: string) =>
  refusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', `Unable to request refund. ${why}`)

type Call = FastifyRequest<{ Params: { id: string }; Body: Record<string, unknown> | null }>

/**
 * EasyPost's shipments and trackers: refunds of labels, pages to follow a parcel. Every id that begins with shp_ is a
 * shipment with an unused label, unless `POST /easypost/known` says otherwise.
 */
export function easypostFace(around: Surroundings, { key }: { key: string }): Face {
  const shipments = new Map<string, Shipment>()
  const trackers = new Map<string, Tracker>()
  const apply = ({ shipment, tracker }: Entry) => {
    if (shipment) shipments.set(shipment.id, shipment)
    if (tracker) trackers.set(`${tracker.carrier} ${tracker.tracking_code}`, tracker)
  }
  const journal = openJournal<Entry>(join(around.folder, 'journal.ndjson'), apply)
  const write = (...entries: Entry[]) => {
    journal.add(...entries)
    entries.forEach(apply)
  }

  const find = (id: string): Shipment | undefined => {
    const at = new Date().toISOString()
    const unknown = { id, label: 'unused', bills_on_scan: false, created_at: at, updated_at: at } as const
    return shipments.get(id) ?? (id.startsWith('shp_') ? unknown : undefined)
  }
  const become = (shipment: Shipment, label: LabelState): Answer => {
    const changed = { ...shipment, label, updated_at: new Date().toISOString() }
    write({ shipment: changed })
    return { status: 200, body: shipmentObject(changed) }
  }

  /** Whether carriers refund a label as soon as it is requested. */
  let answersAtOnce = false
  const refund = ({ params }: Call): Answer => {
    const shipment = find(params.id)
    if (!shipment) return notFound
    if (shipment.label === 'none') return unavailable('No label has been purchased.')
    if (shipment.label === 'used') return unavailable('The parcel has been shipped.')
    if (shipment.bills_on_scan) return become(shipment, 'not_applicable')
    // EasyPost accepts a second request only after the carrier has rejected the first one.
    if (shipment.label === 'submitted' || shipment.label === 'refunded')
      return unavailable('A refund has already been requested.')
    return become(shipment, answersAtOnce ? 'refunded' : 'submitted')
  }

  const track = ({ body, protocol, host }: Call): Answer => {
    const { tracking_code, carrier } = (body?.tracker ?? {}) as Record<string, unknown>
    if (typeof tracking_code !== 'string' || tracking_code.trim() === '')
      return refusal(422, 'PARAMETER.REQUIRED', 'Missing required parameter.', [
        { field: 'tracking_code', message: 'cannot be blank' },
      ])
    const known = carriers.find((one) => one.toLowerCase() === String(carrier ?? 'USPS').toLowerCase())
    if (!known) return unsupported(carrier)
    const kept = trackers.get(`${known} ${tracking_code}`)
    const tracker = kept ?? {
      id: `trk_${randomBytes(16).toString('hex')}`,
      tracking_code,
      carrier: known,
      created_at: new Date().toISOString(),
    }
    if (!kept) write({ tracker })
    return { status: 201, body: trackerObject(tracker, `${protocol}://${host}`) }
  }

  const call = (work: (request: Call) => Answer) => async (request: Call, reply: FastifyReply) => {
    if (keyOf(request) !== key) {
      const no = refusal(401, 'UNAUTHORIZED', 'You must pass a valid API key.')
      return reply.code(no.status).send(no.body)
    }
    const mode = around.switches.use('easypost', request.method === 'POST', request.url)
    return behave(mode, { request, reply }, faults, () => work(request))
  }

  return {
    name: 'easypost',
    about: 'EasyPost: refunds of labels, trackers. Figures at /easypost/state.json.',
    routes: (app) => {
      app.post('/v2/shipments/:id/refund', call(refund))
      app.get(
        '/v2/shipments/:id',
        call(({ params }) => {
          const shipment = find(params.id)
          return shipment ? { status: 200, body: shipmentObject(shipment) } : notFound
        }),
      )
      app.post('/v2/trackers', call(track))
      app.get<{ Params: { id: string } }>('/easypost/tracking/:id', ({ params }, reply) => {
        const tracker = [...trackers.values()].find(({ id }) => id === params.id)
        if (!tracker) return reply.code(404).send({ error: 'No such tracker' })
        return reply
          .type('text/plain; charset=utf-8')
          .send(`${tracker.carrier} ${tracker.tracking_code}: on its way (made up)\n`)
      })

      app.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, parsed) =>
        parsed(null, body),
      )
      app.post('/easypost/known', { bodyLimit: 256 * 1024 * 1024 }, ({ body }, reply) => {
        // No lines arrive as no body.
        const text = body ?? ''
        if (typeof text !== 'string')
          return reply.code(415).send({ problems: ['send NDJSON as application/x-ndjson'] })
        const { lines, problems } = readLines(text, readKnown)
        if (problems.length > 0) return reply.code(422).send({ problems: problems.slice(0, 20) })
        const added = new Map(lines.filter(({ id }) => !shipments.has(id)).map((one) => [one.id, one]))
        write(...[...added.values()].map((shipment) => ({ shipment })))
        return { known: lines.length, added: added.size }
      })
      // Carriers answer within some weeks.
      app.post<{ Body: CarriersAnswer | null }>('/easypost/carriers/answer', ({ body }) => {
        answersAtOnce = body?.at_once ?? answersAtOnce
        const waiting = [...shipments.values()].filter(({ label }) => label === 'submitted')
        for (const shipment of waiting)
          become(shipment, body?.rejected?.includes(shipment.id) ? 'rejected' : 'refunded')
        return { answered: waiting.length }
      })
      app.get<{ Querystring: { shipment?: string } }>('/easypost/state.json', ({ query }) => {
        if (query.shipment !== undefined)
          return shipments.get(query.shipment) ?? { id: query.shipment, label: 'unknown' }
        return { labels: labelsOf(shipments), trackers: trackers.size }
      })
    },
    close: async () => journal.close(),
  }
}

interface CarriersAnswer {
  /** Shipments whose refund the carriers reject; they grant all others. */
  rejected?: string[]
  at_once?: boolean
}

/** The key of a call: the name of its basic authorization. */
function keyOf({ headers }: Call): string | undefined {
  const given = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  return Buffer.from(given, 'base64').toString('utf8').split(':')[0]
}

/** Number of shipments by the state of their label. */
function labelsOf(shipments: Map<string, Shipment>): Record<string, number> {
  const all = [...shipments.values()]
  return Object.fromEntries(
    labelStates.map((label) => [label, all.filter((one) => one.label === label).length]),
  )
}

function readKnown(line: Record<string, unknown>): Shipment | string {
  const { shipment, label = 'unused', bills_on_scan = false } = line
  if (typeof shipment !== 'string' || shipment === '') return 'shipment is missing'
  const state = labelStates.find((known) => known === label)
  if (!state) return `label must be one of ${labelStates.join(', ')}`
  const at = new Date().toISOString()
  return { id: shipment, label: state, bills_on_scan: bills_on_scan === true, created_at: at, updated_at: at }
}

const shipmentObject = ({ id, label, created_at, updated_at }: Shipment) => ({
  id,
  object: 'Shipment',
  mode: 'test',
  created_at,
  updated_at,
  is_return: false,
  messages: [],
  options: { currency: 'USD', payment: { type: 'SENDER' } },
  reference: null,
  refund_status: ['none', 'unused', 'used'].includes(label) ? null : label,
  status: label === 'used' ? 'in_transit' : 'unknown',
  tracking_code: null,
})

const trackerObject = (tracker: Tracker, address: string) => ({
  id: tracker.id,
  object: 'Tracker',
  mode: 'test',
  tracking_code: tracker.tracking_code,
  status: 'unknown',
  status_detail: 'unknown',
  created_at: tracker.created_at,
  updated_at: tracker.created_at,
  signed_by: null,
  weight: null,
  est_delivery_date: null,
  shipment_id: null,
  carrier: tracker.carrier,
  tracking_details: [],
  carrier_detail: null,
  finalized: true,
  is_return: false,
  public_url: `${address}/easypost/tracking/${tracker.id}`,
  fees: [],
})
