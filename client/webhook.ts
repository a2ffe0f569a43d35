import { PortreeveError } from './errors.ts'

/** Seconds by which a webhook may be old, or ahead of this machine's clock. */
const tolerance = 300

export type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>

/**
 * Checks the signature of a webhook (Standard Webhooks) and returns its event. Throws a PortreeveError with the code
 * 'bad_signature' for one that is forged, was changed, or is older than five minutes.
 * @param body the raw body, as it arrived
 * @param secret `whsec_…`
 */
export async function verifyWebhook<Event = unknown>(
  headers: Headers,
  body: string,
  secret: string,
  now = Date.now(),
): Promise<Event> {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const age = now / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > tolerance) refuse('The webhook is too old, or has no time.')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const given of header(headers, 'webhook-signature').split(' ')) {
    const [version, signature = ''] = given.split(',')
    // `verify` compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)))
      return JSON.parse(body) as Event
  }
  return refuse('The signature of the webhook is wrong.')
}

export function header(headers: Headers, name: string): string {
  const get = (headers as { get?: unknown }).get
  const value =
    typeof get === 'function'
      ? (headers as { get(name: string): string | null }).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : refuse(`The header ${name} is missing.`)
}

/** The bytes of a Base64 text; none when it is malformed. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function refuse(message: string): never {
  throw new PortreeveError('bad_signature', 400, message)
}
