import { type Check, fail, ok } from './doctor-setup.ts'
import { get } from './doctor-vendors.ts'

// Whether the providers answer by which staff sign in.

const issuers: Check = {
  name: 'sign-in',
  reads: /^PORTREEVE_ISSUERS$/,
  run: async ({ settings }) => {
    const outside = settings.issuers.filter(({ jwks }) => jwks !== 'builtin')
    return Promise.all(
      outside.map(async ({ issuer, jwks }) => {
        const got = await get(jwks)
        const keys = typeof got === 'string' ? undefined : await keysIn(got.answer)
        if (keys) return ok(`The keys of ${issuer} can be read.`)
        const why = typeof got === 'string' ? got : `HTTP ${got.answer.status}, without keys`
        return fail(
          `The keys of ${issuer} cannot be read at ${jwks} (${why}), so that nobody can sign in: correct "jwks" in PORTREEVE_ISSUERS, or let the server reach it.`,
        )
      }),
    )
  },
}

async function keysIn(answer: Response): Promise<boolean> {
  try {
    const { keys } = (await answer.json()) as { keys?: unknown }
    return answer.ok && Array.isArray(keys) && keys.length > 0
  } catch {
    return false
  }
}

/** The company's providers: their metadata names the issuer of the set-up. */
const providers: Check = {
  name: 'providers',
  reads: /^PORTREEVE_(PROVIDERS|ISSUERS)$/,
  run: async ({ settings }) =>
    Promise.all(
      settings.providers.map(async ({ name, issuer }) => {
        const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
        const got = await get(url)
        const named = typeof got === 'string' ? undefined : await issuerIn(got.answer)
        if (named?.replace(/\/$/, '') === issuer.replace(/\/$/, ''))
          return ok(`${name} answers, and is the issuer ${issuer}.`)
        const why = named ?? (typeof got === 'string' ? got : `HTTP ${got.answer.status}, without metadata`)
        return fail(
          named === undefined
            ? `${name} cannot be read at ${url} (${why}), so that nobody can sign in with it: correct "issuer" in PORTREEVE_PROVIDERS, or let the server reach it.`
            : `${name} says that its issuer is ${why}, so that nobody can sign in with it: write that as "issuer" in PORTREEVE_PROVIDERS.`,
        )
      }),
    ),
}

async function issuerIn(answer: Response): Promise<string | undefined> {
  try {
    const { issuer } = (await answer.json()) as { issuer?: unknown }
    return typeof issuer === 'string' ? issuer : undefined
  } catch {
    return undefined
  }
}

export const signInChecks: readonly Check[] = [issuers, providers]
