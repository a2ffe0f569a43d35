import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What is sent to an endpoint. */
export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** The answer of an endpoint; a redirect is one, too. */
export interface WebhookResponse {
  status: number
  /** The first 16 kB. */
  body: string
}

/** Sends events to the marketplace's endpoints. Throws when there is no answer within 10 s, or the address is not allowed. */
export interface Webhooks {
  /** Refuses an address by its text alone, with a sentence; undefined: it is allowed. */
  refusal: (url: string) => string | undefined
  send: (request: WebhookRequest) => Promise<WebhookResponse>
}

export interface WebhookOptions {
  /** Allows http and addresses that are not public. */
  isPrivateAllowed: boolean
  /** Resolves a host name to all its addresses. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** Milliseconds for resolving, connecting, sending and reading together. */
  timeout?: number
}

/** Bytes of a response that are read. */
const maxRead = 16_384

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Whether an address belongs to the public internet. An IPv4 address inside an IPv6 one is judged by itself. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 is given out; others such as ::127.0.0.1 embed an IPv4 address.
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}

/** The sender of webhooks. Each request resolves its host once, checks every address and connects to the checked one. */
export function webhookSender({
  isPrivateAllowed,
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
  timeout = 10_000,
}: WebhookOptions): Webhooks {
  const refusal = (text: string): string | undefined => {
    const url = new URL(text)
    if (url.protocol !== 'https:' && !(isPrivateAllowed && url.protocol === 'http:'))
      return 'Only https addresses receive webhooks.'
    if (url.username || url.password) return 'The address must not have a user name or a password.'
    const host = hostOf(url)
    const isName = !ipaddr.isValid(host)
    const isClosed = isName ? /(^|\.)localhost\.?$/i.test(host) : !isPublic(host)
    return isClosed && !isPrivateAllowed ? `${host} is not an address of the public internet.` : undefined
  }

  /** Resolves a host once, and refuses it if any of its addresses is not public. */
  const addressOf = async (url: URL): Promise<LookupAddress> => {
    const host = hostOf(url)
    const found = ipaddr.isValid(host)
      ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
      : await resolve(host)
    const [first] = found
    if (!first) throw new Error(`${host} has no address.`)
    if (!isPrivateAllowed && !found.every(({ address }) => isPublic(address)))
      throw new Error(`${host} does not lead to the public internet.`)
    return first
  }

  return {
    refusal,
    send: async ({ url: text, headers, body }) => {
      const refused = refusal(text)
      if (refused) throw new Error(refused)
      const signal = AbortSignal.timeout(timeout)
      const words = `No answer within ${timeout / 1000} seconds.`
      const url = new URL(text)
      const address = await within(signal, words, addressOf(url))
      const pinned: LookupFunction = (_host, options, done) =>
        options.all ? done(null, [address]) : done(null, address.address, address.family)
      return within(
        signal,
        words,
        new Promise<WebhookResponse>((resolved, failed) => {
          const sent = (url.protocol === 'https:' ? https : http)(
            url,
            {
              method: 'POST',
              headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
              lookup: pinned,
              // A kept connection could lead to an address that was checked for another request.
              agent: false,
              signal,
            },
            (response) => {
              const parts: Buffer[] = []
              let read = 0
              const end = () => {
                response.destroy()
                const bytes = Buffer.concat(parts).subarray(0, maxRead)
                resolved({ status: response.statusCode ?? 0, body: bytes.toString('utf8') })
              }
              response.on('data', (part: Buffer) => {
                parts.push(part)
                read += part.length
                if (read >= maxRead) end()
              })
              response.on('end', end)
              response.on('error', failed)
            },
          )
          sent.on('error', failed)
          sent.end(body)
        }),
      )
    },
  }
}

/** Fails in words when the time is over. */
async function within<Result>(signal: AbortSignal, words: string, work: Promise<Result>): Promise<Result> {
  const over = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new Error(words)), { once: true })
  })
  return Promise.race([work, over])
}
