import { isDeepStrictEqual } from 'node:util'
import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'

/** An audited action. */
export interface Done {
  id: number
  at: string
  uid: string
  action: string
  kind: string | null
  subject: string | null
  reason: string | null
  before: unknown
  after: unknown
  erased: boolean
}

export type Values = Record<string, unknown>
/** The parts of a record that an action changed, each with its values before and after. */
export type Changes = Record<string, readonly [before: unknown, after: unknown]>

/** Changes the whole record: it was made or deleted. */
export const whole = '*'

export const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/** The settings that an action changes which names no record. */
const settings: Readonly<Record<string, (after: Values) => string>> = {
  'moneySettings.save': () => 'money_settings:',
  'inboxSettings.save': () => 'inbox_settings:',
  'desk.saveWeights': () => 'desk_weights:',
  'moneySettings.addReason': ({ id }) => `refund_reason:${id}`,
  'moneySettings.saveReason': ({ id }) => `refund_reason:${id}`,
  'moneySettings.retireReason': ({ id }) => `refund_reason:${id}`,
  'staff.saveSignInSettings': () => 'sign_in:',
}
export const settingActions = Object.keys(settings)

/** What an action is about, as 'kind:id'; null for one about no record. */
export const targetOf = ({ kind, subject, action, after }: Done): string | null =>
  kind === null ? (settings[action]?.(valuesOf(after)) ?? null) : `${kind}:${subject}`

const each = (prefix: string, keys: unknown, change: Changes[string]): Changes =>
  Object.fromEntries((Array.isArray(keys) ? keys : []).map((key) => [`${prefix}:${key}`, change]))

/** A second look names no listing, and changes none. */
const reviewed = ({ kind, before, after }: Done): Changes =>
  kind === null ? {} : { review_state: [valuesOf(before).state, valuesOf(after).state] }
const bothMaps = ({ before, after }: Done): Changes =>
  Object.fromEntries(
    Object.entries(valuesOf(after)).flatMap(([map, texts]) =>
      Object.entries(valuesOf(texts)).map(([key, text]) => [
        `${map}:${key}`,
        [valuesOf(valuesOf(before)[map])[key] ?? null, text] as const,
      ]),
    ),
  )
/** The end of a held action touches what the action did. */
const taken = ({ before, after }: Done): Changes => {
  const { taken_back, undone } = valuesOf(after)
  const action = String(taken_back ?? undone)
  if (action === 'users.unban') return { isBanned: [false, true] }
  const { rows } = valuesOf(before)
  return /remove$/.test(action) ? { [whole]: [null, null] } : each('report', rows, ['handled', 'open'])
}
const item = ({ before, after }: Done): Changes => {
  const [added, removed] = [valuesOf(after).added, valuesOf(before).removed]
  return added === undefined ? { [`item:${removed}`]: [true, false] } : { [`item:${added}`]: [false, true] }
}
const content = ({ action }: Done): Changes => ({ [action]: [null, null] })

/** Actions whose values before and after are no fields of their record. */
const special: Readonly<Record<string, (done: Done) => Changes>> = {
  'posts.approve': reviewed,
  'posts.deny': reviewed,
  'posts.takeBack': reviewed,
  'listings.reopen': reviewed,
  'userReports.resolve': ({ after }) => each('report', valuesOf(after).resolved, ['open', 'resolved']),
  'userReports.reopen': ({ after }) => each('report', valuesOf(after).reopened, ['resolved', 'open']),
  'listingReports.ignore': ({ after }) => each('report', valuesOf(after).ignored, ['open', 'ignored']),
  'listingReports.reopen': ({ after }) => each('report', valuesOf(after).reopened, ['ignored', 'open']),
  'held.undo': taken,
  'held.takeBack': taken,
  'measures.restrict': ({ after }) => ({ [`measure:${valuesOf(after).measure}`]: [null, 'in force'] }),
  'measures.change': ({ before, after }) => ({
    [`measure:${valuesOf(after).measure}`]: [valuesOf(before).until, valuesOf(after).until],
  }),
  'measures.end': ({ after }) => ({ [`measure:${valuesOf(after).measure}`]: ['in force', null] }),
  'appeals.decide': ({ before, after }) => {
    const { measure, kind } = valuesOf(before)
    if (valuesOf(after).outcome === 'upheld') return {}
    return {
      [`measure:${measure}`]: ['in force', null],
      ...(kind === 'blocked' && { isBanned: [true, false] }),
    }
  },
  'collections.addItem': item,
  'collections.removeItem': item,
  'moderatingMessages.update': bothMaps,
  'userContent.deletePosts': content,
  'userContent.deleteConversations': content,
  'userContent.deleteCommunityContent': content,
}

/** Actions that make a record. The audit of some has no `before: null`. */
const makes =
  /^(collections|keywords|macros|emailTemplates|webhookEndpoints|machineKeys|policies)\.create$|\.addReason$|^staff\.invite$/
const removes =
  /^(collections|keywords|macros|emailTemplates|webhookEndpoints|questions|posts|users)\.(remove|erase)$|^emailTemplates\.removeVariable$/

export const isMaking = ({ action }: Done) => makes.test(action)
export const isRemoving = ({ action }: Done) => removes.test(action)

/** What an action wrote of its record, also where it was so before: a colleague who sets what is set already wants it so. */
export function writtenBy(done: Done): Changes {
  const own = special[done.action]
  if (own) return own(done)
  if (isMaking(done) || isRemoving(done)) return { [whole]: [done.before ?? null, done.after ?? null] }
  const [before, after] = [valuesOf(done.before), valuesOf(done.after)]
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  // The names of attached files: a removed one cannot be put back.
  const fields = all.filter((field) => !field.endsWith('_attached'))
  return Object.fromEntries(fields.map((field) => [field, [before[field] ?? null, after[field] ?? null]]))
}

/** What an action changed of its record. */
export const changesOf = (done: Done): Changes =>
  Object.fromEntries(
    Object.entries(writtenBy(done)).filter(
      ([part, [before, after]]) =>
        part === whole || done.action in special || !isDeepStrictEqual(before, after),
    ),
  )

/** Whether two actions change a part in common. */
export const overlap = (one: Changes, other: Changes) =>
  Object.keys(other).some((part) => part === whole || part in one) ||
  (whole in one && Object.keys(other).length > 0)

/** The names of the calls that change something, with their endpoints. */
export const changingCalls: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, { method, deed }]) => method !== 'GET' && deed !== null)
      .map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
  ),
)
