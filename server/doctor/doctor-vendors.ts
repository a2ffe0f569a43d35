import { sesTemplates } from '../adapters/email-templates-ses.ts'
import { greetMailServer } from '../adapters/mail.ts'
import { stripePayments } from '../adapters/payments-stripe.ts'
import { ShippingRefused } from '../adapters/shipping.ts'
import { easypostShipping } from '../adapters/shipping-easypost.ts'
import { files } from './doctor-files.ts'
import { type Check, type Found, fail, ok, orOk, patience, type SetUp, warn } from './doctor-setup.ts'

const mail: Check = {
  name: 'mail',
  reads: /^PORTREEVE_(SMTP|MAIL_FROM)$/,
  run: async ({ settings: { smtp } }) => {
    if (!smtp)
      return [warn('PORTREEVE_SMTP is not set, so that no mail is sent: set the address of a mail server.')]
    const { host } = new URL(smtp)
    try {
      await greetMailServer(smtp)
      return [ok(`The mail server ${host} greets.`)]
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return [
        fail(
          code === 'EAUTH'
            ? `The mail server ${host} does not accept the user and password of PORTREEVE_SMTP: correct them.`
            : `The mail server ${host} does not answer (${code ?? message}): check PORTREEVE_SMTP and the firewall.`,
        ),
      ]
    }
  },
}

/** An HTTP answer, or why there is none. */
export async function get(url: string): Promise<{ answer: Response; at: number } | string> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience) })
    return { answer, at: Date.now() }
  } catch (error) {
    const { name, cause, message } = error as Error
    if (name === 'TimeoutError') return 'it does not answer in time'
    return cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : message
  }
}

const stripe: Check = {
  name: 'Stripe',
  reads: /^PORTREEVE_(STRIPE_|ADDRESS$|ENVIRONMENT$)/,
  run: async ({ settings: { stripe, environment, address } }) => {
    if (!stripe)
      return [
        warn(
          'PORTREEVE_STRIPE_KEY is not set, so that refunds and payouts are refused: set Stripe’s secret key.',
        ),
      ]
    const found: Found[] = []
    const isTest = stripe.key.includes('_test_')
    if (isTest === (environment === 'production'))
      found.push(
        fail(
          isTest
            ? 'PORTREEVE_STRIPE_KEY is a test key, and this is the production environment: no money would move. Set the live key.'
            : 'PORTREEVE_STRIPE_KEY is a live key, and this is the development environment: it would move real money. Set a test key.',
        ),
      )
    if (!stripe.webhookSecret)
      found.push(
        fail(
          'PORTREEVE_STRIPE_WEBHOOK_SECRET is not set, so that Stripe’s webhooks are refused: set the signing secret of the endpoint.',
        ),
      )
    try {
      const { endpointProblems } = stripePayments({ ...stripe, timeoutMs: patience })
      for (const words of (await endpointProblems?.(`${address}/webhooks/stripe`)) ?? [])
        found.push(warn(words))
    } catch (error) {
      const { message } = error as Error
      found.push(
        fail(
          /\b401\b/.test(message)
            ? 'Stripe does not accept PORTREEVE_STRIPE_KEY: copy the secret key from its dashboard.'
            : `Stripe does not answer (${message}): let the server reach it, and check PORTREEVE_STRIPE_ADDRESS.`,
        ),
      )
    }
    return orOk(found, 'The key works, and the webhook endpoint sends every event that the server reads.')
  },
}

/** A call to a vendor that reads. @param refused what the message of a wrong key has */
async function asked(
  vendor: string,
  variables: string,
  refused: RegExp,
  call: () => Promise<unknown>,
): Promise<Found[]> {
  try {
    await call()
  } catch (error) {
    const { message } = error as Error
    if (refused.test(message))
      return [
        fail(
          `${vendor} does not accept ${variables}: copy the key from its dashboard, with the rights to read.`,
        ),
      ]
    // It knows no label of our made-up name: the key is right.
    if (!(error instanceof ShippingRefused))
      return [fail(`${vendor} does not answer (${message}): let the server reach it.`)]
  }
  return [ok('The key works.')]
}

const easypost: Check = {
  name: 'EasyPost',
  reads: /^PORTREEVE_EASYPOST_/,
  run: async ({ settings: { easypost: options } }) =>
    options
      ? asked('EasyPost', 'PORTREEVE_EASYPOST_KEY', /\b401\b/, () =>
          easypostShipping({ ...options, timeoutMs: patience }).labelRefund('shp_portreeve_doctor'),
        )
      : [],
}

const ses: Check = {
  name: 'Amazon SES',
  reads: /^PORTREEVE_SES_/,
  run: async ({ settings: { ses: options } }) =>
    options
      ? asked('Amazon SES', 'PORTREEVE_SES_KEY and PORTREEVE_SES_SECRET', /\b403\b/, () =>
          sesTemplates({ ...options, timeoutMs: patience }).list(),
        )
      : [],
}

/** An address that only has to answer. */
async function reached(url: string, what: string, variable: string): Promise<Found[]> {
  const got = await get(url)
  if (typeof got !== 'string' && got.answer.status < 500) return [ok(`${what} ${url} answers.`)]
  const why = typeof got === 'string' ? got : `HTTP ${got.answer.status}`
  return [warn(`${what} ${url} does not answer (${why}): correct ${variable}, or let the server reach it.`)]
}

/** The address of pictures in the console, if the server itself does not serve them. */
const images: Check = {
  name: 'pictures',
  reads: /^PORTREEVE_(ENVIRONMENTS|ADDRESS|ENVIRONMENT)$/,
  run: async ({ settings: { environments, environment, address } }) => {
    const own = (environments as Record<string, { links?: { storage?: string } } | undefined>)[environment]
    const storage = own?.links?.storage
    if (!storage || storage.startsWith(address) || !URL.canParse(storage)) return []
    return reached(
      new URL(storage).origin,
      'The store of pictures',
      'links.storage in PORTREEVE_ENVIRONMENTS',
    )
  },
}

const timestamps: Check = {
  name: 'time stamps',
  reads: /^PORTREEVE_TIMESTAMP_URL$/,
  run: async ({ settings: { timestampUrl } }) =>
    timestampUrl ? reached(timestampUrl, 'The authority of time stamps', 'PORTREEVE_TIMESTAMP_URL') : [],
}

const traces: Check = {
  name: 'traces',
  reads: /^PORTREEVE_TRACES$/,
  run: async ({ settings: { traces: collector } }) =>
    collector ? reached(`${collector}/v1/traces`, 'The collector of traces', 'PORTREEVE_TRACES') : [],
}

/** Seconds by which a clock may differ. Stripe's signatures, tokens and one-time codes are refused from some minutes on. */
const maxSkew = 10

const clock: Check = {
  name: 'clock',
  reads: /^(DATABASE_URL|PORTREEVE_(ISSUERS|STRIPE_KEY|STRIPE_ADDRESS))$/,
  run: async (set) => {
    const others = (await Promise.all([clockOfDatabase(set), clockOfVendor(set)])).flat()
    if (others.length === 0) return []
    const problems = others.map(
      ({ name, seconds }) =>
        Math.abs(seconds) > maxSkew &&
        warn(
          `The clock of this machine is ${Math.abs(Math.round(seconds))} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${name}: synchronize both with NTP.`,
        ),
    )
    return orOk(problems, `The clock agrees with that of ${others.map(({ name }) => name).join(' and ')}.`)
  },
}

interface Skew {
  name: string
  /** By which this machine is ahead. */
  seconds: number
}

async function clockOfDatabase({ rows, settings: { where } }: SetUp): Promise<Skew[]> {
  if ('folder' in where) return []
  await rows('select 1')
  const from = Date.now()
  const [found] =
    (await rows<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')) ?? []
  return found ? [{ name: 'the database', seconds: ((from + Date.now()) / 2 - found.ms) / 1000 }] : []
}

/** The time in the answer of the first vendor that is set up. */
async function clockOfVendor({ settings: { issuers, stripe } }: SetUp): Promise<Skew[]> {
  const jwks = issuers.find((one) => one.jwks !== 'builtin')?.jwks
  const url = jwks ?? (stripe && (stripe.address ?? 'https://api.stripe.com'))
  const got = url ? await get(url) : undefined
  if (!url || !got || typeof got === 'string') return []
  const date = Date.parse(got.answer.headers.get('date') ?? '')
  return Number.isNaN(date) ? [] : [{ name: new URL(url).host, seconds: (got.at - date) / 1000 }]
}

/** The checks of what is outside. */
export const vendorChecks: readonly Check[] = [
  clock,
  mail,
  stripe,
  easypost,
  ses,
  files,
  images,
  timestamps,
  traces,
]
