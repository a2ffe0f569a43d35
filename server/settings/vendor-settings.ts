import type { SesOptions } from '../adapters/email-templates-ses.ts'
import { StartError } from '../core/start-error.ts'
import type { parseVariables } from './variables.ts'

type Read = ReturnType<typeof parseVariables>

const some = <Name extends string>(name: Name, value: string | undefined) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>

/** The settings of the vendors that are in use. */
export function vendorSettings(read: Read) {
  return {
    stripe: read.PORTREEVE_STRIPE_KEY
      ? {
          key: read.PORTREEVE_STRIPE_KEY,
          webhookSecret: read.PORTREEVE_STRIPE_WEBHOOK_SECRET ?? '',
          ...some('webhookEndpoint', read.PORTREEVE_STRIPE_WEBHOOK_ENDPOINT),
          ...some('address', read.PORTREEVE_STRIPE_ADDRESS),
        }
      : undefined,
    easypost: read.PORTREEVE_EASYPOST_KEY
      ? {
          key: read.PORTREEVE_EASYPOST_KEY,
          ...some('address', read.PORTREEVE_EASYPOST_ADDRESS),
        }
      : undefined,
    ses: ses(read),
  }
}

/** The settings of Amazon SES; undefined if none is set. Throws if only some are. */
function ses(read: Read): SesOptions | undefined {
  const { PORTREEVE_SES_KEY: key, PORTREEVE_SES_SECRET: secret, PORTREEVE_SES_REGION: region } = read
  if (!key && !secret && !region) return undefined
  if (!key || !secret || !region)
    throw new StartError(
      'Amazon SES needs PORTREEVE_SES_KEY, PORTREEVE_SES_SECRET and PORTREEVE_SES_REGION together.',
    )
  return {
    key,
    secret,
    region,
    ...some('address', read.PORTREEVE_SES_ADDRESS),
  }
}
