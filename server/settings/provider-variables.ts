import { z } from 'zod'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Over plain HTTP anyone in between could answer, except on this machine. */
function isIssuer(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  return (protocol === 'https:' || loopback.test(hostname)) && search + hash + username === ''
}

const issuer = z
  .string()
  .refine(isIssuer, 'is no https address (http only on this machine), or has a query')
  .transform((text) => text.replace(/\/$/, ''))
const names = z.array(z.string().min(1).max(200)).max(50)
const differ = <Row>(rows: Row[], key: keyof Row) => new Set(rows.map((row) => row[key])).size === rows.length

/** The content of PORTREEVE_PROVIDERS. */
export const providers = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'has other characters than a-z, 0-9 and -'),
      name: z.string().trim().min(1).max(60),
      issuer,
      client_id: z.string().min(1).max(500),
      client_secret: z.string().min(1).max(2000).optional(),
      scopes: names
        .refine((all) => all.includes('openid'), 'must include openid')
        .default(['openid', 'profile', 'email', 'offline_access']),
      groups_claim: z.string().min(1).max(200).default('groups'),
      trusts_email: z.boolean().default(false),
      second_factor: z
        .strictObject({ amr: names.default([]), acr: names.default([]) })
        .default({ amr: [], acr: [] }),
    }),
  )
  .max(20)
  .refine((all) => differ(all, 'id'), 'two providers have the same id')
  .refine((all) => differ(all, 'issuer'), 'two providers have the same issuer')
