import { imports } from '@portreeve/contract/marketplace/imports'
import { StartError } from '../core/start-error.ts'
import { program } from '../settings/program.ts'
import { type BackendCall, type Found, probes, reads, series } from './backend-calls.ts'

/** The command's usage. --help prints it. */
export const checkBackendUsage = `Usage: ${program} check-backend URL [--write]

  URL       the address of a server that staff work on with the console (docs/console-only.md)
  --write   also makes, changes and deletes records of its own, and makes the other changing calls on records that do not exist,
            all named 'portreeve-check'; for a test server

It signs in with variables: PORTREEVE_CHECK_API_KEY, the public key, and PORTREEVE_CHECK_TOKEN, a staff member's identity token.
PORTREEVE_CHECK_ORIGIN is the console's address (http://localhost:4400). It reports what differs from the specification.
`

/** Milliseconds for one answer. */
const patience = 10_000

interface Server {
  url: string
  headers: Record<string, string>
  origin: string
}

/** The result of a call: sentences about what differs, or why it was not made. */
interface Result {
  call: string
  row: string
  differs: string[]
  left?: string
}

/** `portreeve check-backend`. Returns the exit code: 1 when something differs. */
export async function checkBackend(
  words: string[],
  {
    write,
    env,
    print = console.info,
  }: { write: boolean; env: NodeJS.ProcessEnv; print?: (line: string) => void },
): Promise<number> {
  const [url, ...more] = words
  if (!url || more.length > 0 || !/^https?:/.test(url) || !URL.canParse(url)) {
    console.error(checkBackendUsage)
    return 2
  }
  const { PORTREEVE_CHECK_API_KEY: apiKey, PORTREEVE_CHECK_TOKEN: token } = env
  if (!apiKey || !token)
    throw new StartError(
      `${apiKey ? 'PORTREEVE_CHECK_TOKEN' : 'PORTREEVE_CHECK_API_KEY'} is missing: the check signs in as the console does.`,
    )
  const server: Server = {
    url: url.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${token}`, 'x-api-key': apiKey },
    origin: env.PORTREEVE_CHECK_ORIGIN ?? 'http://localhost:4400',
  }
  const results: Result[] = []
  const say = (result: Result) => {
    results.push(result)
    const state = result.left ?? (result.differs.length > 0 ? 'differs' : 'as expected')
    print(`${result.row}  ${result.call.padEnd(62)}${state}`)
    for (const sentence of result.differs) print(`        ${sentence}`)
  }
  const first = await ask(server, 'GET', '/v1/config', { headers: server.headers })
  if (typeof first === 'string') {
    print(first)
    return 1
  }
  for (const check of [preflight, withoutToken, withoutApiKey]) say(await check(server))
  const ids: Ids = {}
  for (const call of reads) say(await make(server, call, ids))
  if (write)
    for (const calls of series) {
      delete ids.made
      for (const call of calls) say(await make(server, call, ids))
    }
  if (write) for (const call of probes) say(await probe(server, call))
  const differing = results.filter(({ differs }) => differs.length > 0).length
  const left = results.filter((result) => result.left).length
  print(`\n${results.length - differing - left} as expected, ${differing} differ, ${left} not made.`)
  if (!write) print('Changing calls were not made. On a test server, --write makes them too.')
  return differing > 0 ? 1 : 0
}

/** Whether a page of the console's address may call the server. */
async function preflight(server: Server): Promise<Result> {
  const call = 'OPTIONS /v1/config'
  const asked = 'authorization,x-api-key,content-type'
  const answer = await ask(server, 'OPTIONS', '/v1/config', {
    headers: {
      origin: server.origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': asked,
    },
  })
  const differs = typeof answer === 'string' ? [answer] : []
  if (typeof answer !== 'string') {
    const origin = answer.headers.get('access-control-allow-origin')
    if (origin !== server.origin && origin !== '*')
      differs.push(`It allows no calls from ${server.origin} (access-control-allow-origin).`)
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    const missing = asked.split(',').filter((name) => !allowed.includes(name))
    if (missing.length > 0) differs.push(`It allows no header ${missing.join(', ')} from there.`)
  }
  return { row: 'API-04', call, differs }
}

const withoutToken = (server: Server) =>
  refused(server, 'API-05', 'without an identity token', 'authorization')
const withoutApiKey = (server: Server) => refused(server, 'API-04', 'without the API key', 'x-api-key')

/** A call without one of its headers gets no data. */
async function refused(server: Server, row: string, words: string, header: string): Promise<Result> {
  const path = '/v1/admin/transactions?limit=100'
  const { [header]: _left, ...headers } = server.headers
  const answer = await ask(server, 'GET', path, { headers })
  const call = `GET /v1/admin/transactions ${words}`
  if (typeof answer === 'string') return { row, call, differs: [answer] }
  const body = answer.body as { status_code?: unknown } | null | undefined
  const gets = answer.status === 200 && body?.status_code === 1
  return { row, call, differs: gets ? [`It answers with data ${words}.`] : [] }
}

type Ids = Partial<Record<Found, string>>

const nameOf = ({ endpoint }: BackendCall) => `${endpoint.method} ${endpoint.path}`

/** Makes a call on a record that does not exist: the refusal shows that the server has the call. */
async function probe(server: Server, call: BackendCall): Promise<Result> {
  const { row } = call
  const answer = await send(server, call, {})
  if (typeof answer === 'string') return { row, call: nameOf(call), differs: [answer] }
  const isRefusal = typeof answer.body === 'object' && answer.body !== null
  const differs = isRefusal
    ? []
    : [`It answers with HTTP ${answer.status} and no JSON: it may not have this call.`]
  return { row, call: nameOf(call), differs }
}

/** Makes a call and compares its answer with the contract. */
async function make(server: Server, call: BackendCall, ids: Ids): Promise<Result> {
  const { row, endpoint } = call
  const name = nameOf(call)
  const missing = [...JSON.stringify([call.params, call.query, call.body]).matchAll(/\{(\w+)\}/g)]
    .map(([, id]) => id as Found)
    .find((id) => ids[id] === undefined)
  if (missing) return { row, call: name, differs: [], left: `not made: no ${missing} was found` }
  const answer = await send(server, call, ids)
  if (typeof answer === 'string') return { row, call: name, differs: [answer] }
  if (answer.status !== 200)
    return { row, call: name, differs: [`It answers with HTTP ${answer.status}, not 200.`] }
  const body = answer.body as { status_code?: unknown; data?: unknown } | null | undefined
  if (typeof body !== 'object' || body === null)
    return { row, call: name, differs: ['Its answer is no JSON object with status_code and data.'] }
  if (body.status_code !== 1)
    return { row, call: name, differs: [`Its status_code is ${JSON.stringify(body.status_code)}, not 1.`] }
  for (const [id, at] of Object.entries(call.finds ?? {})) ids[id as Found] ??= textAt(body.data, at)
  // The console reads no answer of a changing call that has none.
  const isEmpty = endpoint.method !== 'GET' && (body.data == null || Object.keys(body.data).length === 0)
  return { row, call: name, differs: isEmpty ? [] : differencesOf(call, body.data) }
}

/** Sends a call with the found ids in its texts. */
function send(server: Server, call: BackendCall, ids: Ids) {
  const { endpoint } = call
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_all, id: Found) => ids[id] ?? '')
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, param: string) =>
    encodeURIComponent(fill(call.params?.[param] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(call.query ?? {})) query.set(key, fill(value))
  return ask(server, endpoint.method, `${path}?${query}`.replace(/\?$/, ''), {
    headers: server.headers,
    ...(call.body !== undefined && { body: fill(JSON.stringify(call.body)) }),
  })
}

/** The names of all fields of the specification's records. The contract's answers have more, which such a server may leave out. */
const specified = new Set(
  imports.flatMap(({ row }) => Object.keys((row as unknown as { shape?: object }).shape ?? {})),
)

/** Where an answer differs from the contract: each place once, with its number of rows. */
function differencesOf({ endpoint }: BackendCall, data: unknown): string[] {
  const read = endpoint.data.safeParse(data)
  if (read.success) return []
  const places = new Map<string, number>()
  for (const { path, message } of read.error.issues) {
    const isMissing = valueAt(data, path) === undefined
    const field = path.findLast((part) => typeof part === 'string')
    if (isMissing && field !== undefined && !specified.has(field)) continue
    const place = path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join('')
    const words = `data${place} ${isMissing ? 'is missing' : `is wrong: ${message}`}`
    places.set(words, (places.get(words) ?? 0) + 1)
  }
  return [...places].map(([words, many]) => `${words}${many > 1 ? ` (${many} times)` : ''}.`)
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part],
    data,
  )

function textAt(data: unknown, at: string): string | undefined {
  const value = valueAt(data, at.split('.'))
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An answer, or a sentence about why there is none. */
async function ask(
  { url }: Server,
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: string },
): Promise<{ status: number; headers: Headers; body: unknown } | string> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: parsed(text) }
  } catch (error) {
    const { name, cause, message } = error as Error
    if (name === 'TimeoutError') return `It does not answer in ${patience / 1000} s.`
    return `It does not answer: ${cause instanceof Error ? cause.message : message}.`
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
