import { expect, test, vi } from 'vitest'
import { stripeEvents } from '../adapters/stripe-events.ts'
import { startS3 } from '../testing/s3-server.ts'
import { issuers, stored, useSetUp } from '../testing/set-up.ts'
import { examine } from './doctor.ts'

// What the doctor says of clocks and vendors.

const d = useSetUp()
const ofSdk = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIAPORTREEVE', AWS_SECRET_ACCESS_KEY: 'x' }
for (const [name, value] of Object.entries(ofSdk)) vi.stubEnv(name, value)
const provider = (issuer: unknown) =>
  JSON.stringify([
    {
      id: 'company',
      name: 'Company',
      issuer,
      client_id: 'portreeve',
      client_secret: 'a-secret-of-the-company',
    },
  ])

d.each([
  [
    'an issuer without keys',
    () => ({
      env: { PORTREEVE_ISSUERS: issuers(d.at.missing) },
      says: /^fail sign-in: The keys of https:\/\/id\.example cannot be read .*HTTP 404/,
    }),
  ],
  [
    'a company’s provider that is another issuer',
    () => ({
      env: { PORTREEVE_PROVIDERS: provider(d.at.ok), PORTREEVE_ISSUERS: '' },
      says: /^fail providers: Company cannot be read at http:.*without metadata/,
    }),
  ],
  [
    'a clock that is an hour ahead',
    () => ({
      env: { PORTREEVE_ISSUERS: issuers(d.at.old) },
      says: /^warn clock: .* 3\d\d\d s ahead of that of 127/,
    }),
  ],
  [
    'a mail server that is gone',
    () => ({
      env: { PORTREEVE_SMTP: `smtp://mailer:a-mail-password@${d.nowhere()}` },
      says: /^fail mail: .*does not answer \(ESOCKET|^fail mail: .*ECONN/,
    }),
  ],
  [
    'a mail server that hangs',
    () => ({
      env: { PORTREEVE_SMTP: `smtp://127.0.0.1:${d.at.hangs}` },
      says: /^fail mail: .*does not answer/,
    }),
  ],
  [
    'a collector of traces that is gone',
    () => ({
      env: { PORTREEVE_TRACES: `http://${d.nowhere()}/` },
      says: /^warn traces: The collector of traces http:.*\d\/v1\/traces does not answer .*PORTREEVE_TRACES/,
    }),
  ],
  ['no mail server', () => ({ env: { PORTREEVE_SMTP: '' }, says: /^warn mail: PORTREEVE_SMTP is not set/ })],
  [
    'a wrong key of Stripe',
    () => ({
      env: { PORTREEVE_STRIPE_KEY: `${d.stripeKey}x` },
      says: /^fail Stripe: Stripe does not accept PORTREEVE_STRIPE_KEY/,
    }),
  ],
  [
    'no secret of Stripe’s webhooks',
    () => ({
      env: { PORTREEVE_STRIPE_WEBHOOK_SECRET: '' },
      says: /^fail Stripe: PORTREEVE_STRIPE_WEBHOOK_SECRET is not set/,
    }),
  ],
  [
    'a webhook endpoint at Stripe without disputes',
    () => ({
      act: () => d.atStripe({ enabled_events: stripeEvents.filter((one) => !one.includes('dispute')) }),
      undo: () => d.atStripe({ enabled_events: [...stripeEvents] }),
      says: /^warn Stripe: .*does not send charge\.dispute\.created/,
    }),
  ],
  [
    'a webhook endpoint at Stripe with an old version',
    () => ({
      act: () => d.atStripe({ api_version: '2022-11-15' }),
      undo: () => d.atStripe({ api_version: null }),
      says: /^warn Stripe: .*has the version 2022-11-15/,
    }),
  ],
  [
    'Stripe behind a wall',
    () => ({
      env: { PORTREEVE_STRIPE_ADDRESS: `http://${d.nowhere()}` },
      says: /^fail Stripe: Stripe does not answer/,
    }),
  ],
  [
    'a wrong key of EasyPost',
    () => ({
      env: { PORTREEVE_EASYPOST_KEY: 'EZTK_wrong_key' },
      says: /^fail EasyPost: EasyPost does not accept/,
    }),
  ],
  [
    'a wrong key of SES',
    () => ({
      env: { PORTREEVE_SES_KEY: 'AKIAWRONGKEY' },
      says: /^fail Amazon SES: Amazon SES does not accept/,
    }),
  ],
  [
    'a bucket of files that is gone',
    () => ({
      env: { PORTREEVE_FILES: `s3://files?endpoint=http://${d.nowhere()}` },
      says: /^fail files: The bucket files of PORTREEVE_FILES cannot be used \(/,
    }),
  ],
  [
    'a store of pictures that is gone',
    () => ({
      env: { PORTREEVE_ENVIRONMENTS: stored(`http://${d.nowhere()}/{path}`) },
      says: /^warn pictures: .*does not answer/,
    }),
  ],
  [
    'an authority of time stamps that is gone',
    () => ({
      env: { PORTREEVE_TIMESTAMP_URL: `http://${d.nowhere()}` },
      says: /^warn time stamps: .*does not answer/,
    }),
  ],
])

test('a bucket of files in which one can be stored, read and removed', async () => {
  const s3 = await startS3('files')
  const env = { ...d.base, PORTREEVE_FILES: `s3://files/staff?endpoint=${s3.endpoint}` }
  expect(await examine(env)).toContainEqual({
    ...{ check: 'files', state: 'ok' },
    sentence: 'A file could be stored in the bucket files, read and removed.',
  })
  expect(s3.keys()).toEqual([])
  s3.close()
})

test('a live key of Stripe in development, and a test key in production', async () => {
  const development = { ...d.base, PORTREEVE_ENVIRONMENT: 'development' }
  expect((await d.problems(development)).filter((line) => line.includes('Stripe'))).toEqual([
    expect.stringMatching(/^fail Stripe: PORTREEVE_STRIPE_KEY is a live key/),
  ])
  const test = { ...d.base, PORTREEVE_STRIPE_KEY: d.stripeKey.replace('_live_', '_test_') }
  expect(await d.problems(test)).toContainEqual(expect.stringMatching(/PORTREEVE_STRIPE_KEY is a test key/))
})
