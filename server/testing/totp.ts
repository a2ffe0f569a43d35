import { generateSync } from 'otplib'

/** An authenticator app's code for an otpauth address, offset by periods of 30 s from now (RFC 6238). */
export const totp = (uri: string, periods = 0): string =>
  generateSync({
    secret: new URL(uri).searchParams.get('secret') ?? '',
    epoch: Math.floor(Date.now() / 1000) + 30 * periods,
  })
