import { PortreeveError } from './errors.ts'
import { type Headers, header as headerOf, verifyWebhook } from './webhook.ts'

/**
 * Remembers an id until a time, and returns whether it is new. It is what refuses a second use: a store that all processes of the app
 * share, such as a unique key of a table or Redis' `SET … NX`.
 */
export type Remember = (id: string, until: Date) => boolean | Promise<boolean>

/** What a panel's frame is about. It has ids alone: read the rest with a machine key. */
export interface PanelContext {
  panel: string
  environment: string
  record: { kind: 'user' | 'listing' | 'transaction'; id: string; version: number }
  /** The staff member, if the panel's declaration says so. */
  caller?: { uid: string }
}

export interface PanelOptions {
  /** The server that signs, such as `https://portreeve.example`. */
  address: string
  /** The public keys, as `/.well-known/portreeve-panels.json` has them. */
  keys: readonly { kid: string; kty: string; crv: string; x: string; y: string }[]
  /** The origin of the panel's own address. */
  audience: string
  panel: string
  environment: 'development' | 'production'
  remember: Remember
  now?: number
}

/** Seconds by which the clocks may differ, and for which a token is valid at most. */
const [skew, life] = [5, 60]

/**
 * Checks the token of a panel's frame, the parameter `portreeve` of its address, and returns what it is about. Throws a PortreeveError
 * with the code 'bad_token' for one that is forged, of another algorithm, expired, used before, or meant for another panel,
 * environment or origin.
 */
export async function verifyPanel(token: string, options: PanelOptions): Promise<PanelContext> {
  const { address, audience, panel, environment, remember, now = Date.now() } = options
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const header = jsonOf(head)
  // The algorithm is ours, never the token's.
  if (more.length > 0 || header.alg !== 'ES256' || header.typ !== 'portreeve-panel+jwt')
    refuse('The token is no token of a panel.')
  const found = options.keys.find(({ kid }) => kid === header.kid)
  if (!found) refuse('The token is signed with a key that the server does not publish.')
  const { kty, crv, x, y } = found
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${head}.${body}`)
  if (!(await crypto.subtle.verify(algorithm, key, bytesOf(signature), signed)))
    refuse('The signature of the token is wrong.')
  const claims = jsonOf(body)
  const { iat, exp, jti } = claims as { iat: number; exp: number; jti: string }
  const seconds = now / 1000
  if (!(iat <= seconds + skew && exp > seconds && exp - iat <= life))
    refuse('The token is expired, or of the future.')
  if (claims.iss !== address || claims.aud !== audience) refuse('The token is for another server or origin.')
  if (claims.panel !== panel || claims.environment !== environment)
    refuse('The token is for another panel or environment.')
  if (typeof jti !== 'string' || !(await remember(jti, new Date(exp * 1000))))
    refuse('The token was used before.')
  const { record, caller } = claims as unknown as PanelContext
  return { panel, environment, record, ...(caller && { caller }) }
}

/** What a staff member asks of the app. */
export interface ActionRequest {
  action: string
  environment: string
  caller: { uid: string }
  record: PanelContext['record']
  inputs: Record<string, string | number | boolean>
  /** The same for each attempt of one action: answer a repeated one as the first time, and do it once. */
  idempotency_key: string
}

export interface ActionOptions {
  /** `whsec_…` */
  secret: string
  action: string
  environment: 'development' | 'production'
  remember: Remember
  now?: number
}

/** Seconds for which a message may be repeated by its time, twice what the signature allows. */
const repeatable = 600

/**
 * Checks the signed request of an action and returns it. Throws a PortreeveError with the code 'bad_signature' for one that is forged,
 * changed, late, repeated, or meant for another action or environment.
 */
export async function verifyAction(
  request: { headers: Headers; body: string },
  { secret, action, environment, remember, now = Date.now() }: ActionOptions,
): Promise<ActionRequest> {
  const sent = await verifyWebhook<ActionRequest>(request.headers, request.body, secret, now)
  if (sent.action !== action || sent.environment !== environment)
    refuse('The request is for another action or environment.', 'bad_signature')
  const id = headerOf(request.headers, 'webhook-id')
  if (!(await remember(id, new Date(now + repeatable * 1000))))
    refuse('The request was sent before.', 'bad_signature')
  return sent
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function jsonOf(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(part)))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Below.
  }
  return refuse('The token is no token of a panel.')
}

function refuse(message: string, code = 'bad_token'): never {
  throw new PortreeveError(code, 400, message)
}
