import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import * as oidc from 'openid-client'
import {
  type Logout,
  type Proof,
  ProviderFailure,
  type ProviderSettings,
  type SignInProvider,
} from './sign-in-providers.ts'

/** Seconds for one request to the provider. */
const timeout = 4
/** Milliseconds for which the provider's metadata is kept. Its keys are read at each sign-in. */
const metadataFor = 600_000
/** Seconds by which clocks may differ. */
const skew = 30
/** Maximum age in seconds of a token that was just made. */
const maxAge = 300
/** Signatures with a key that only the provider has. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** An OpenID Connect provider behind our port. */
export function oidcProvider(settings: ProviderSettings): SignInProvider {
  const { issuer, client_id, client_secret } = settings
  // Plain HTTP is for a provider on this machine (variables.ts).
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
  ]
  let known: { metadata: Promise<oidc.ServerMetadata>; until: number } | undefined
  let logoutKeys: { of: string; keys: JWTVerifyGetKey } | undefined

  const metadata = () => {
    if (known && Date.now() < known.until) return known.metadata
    const reading = oidc
      .discovery(new URL(issuer), client_id, undefined, undefined, { timeout, execute })
      .then((found) => {
        const read = found.serverMetadata()
        // The library accepts the shared issuer of all companies of a vendor.
        if (read.issuer.replace(/\/$/, '') !== issuer) throw new ProviderFailure('rejected')
        return read
      })
    const mine = { metadata: reading, until: Date.now() + metadataFor }
    known = mine
    reading.catch(() => {
      if (known === mine) known = undefined
    })
    return reading
  }
  /** A client of its own for each sign-in: it reads the keys again, so changed ones work at once. */
  const client = async () => {
    const made = new oidc.Configuration(
      await metadata(),
      client_id,
      {
        [oidc.clockTolerance]: skew,
        ...(client_secret === undefined ? {} : { client_secret }),
      },
      client_secret === undefined ? oidc.None() : undefined,
    )
    made.timeout = timeout
    for (const extend of execute) extend(made)
    return made
  }
  const proofOf = async (
    made: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    subject?: string,
  ): Promise<Proof> => {
    const given = tokens.claims()
    if (given) checkClaims(given, client_id, subject)
    const claims: Record<string, unknown> & { sub: string } = { sub: subject ?? '', ...given }
    const lacks = claims.email === undefined || claimed(claims, settings.groups_claim) === undefined
    if (lacks && made.serverMetadata().userinfo_endpoint)
      Object.assign(claims, {
        ...(await oidc.fetchUserInfo(made, tokens.access_token, claims.sub)),
        ...claims,
      })
    return { ...personOf(claims, settings), refreshToken: tokens.refresh_token ?? null }
  }

  return {
    settings,
    begin: (challenge, back, fresh) =>
      translated(async () => {
        const { acr } = settings.second_factor
        return oidc.buildAuthorizationUrl(await client(), {
          redirect_uri: back,
          scope: settings.scopes.join(' '),
          state: challenge.state,
          nonce: challenge.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(challenge.verifier),
          code_challenge_method: 'S256',
          ...(acr.length > 0 ? { acr_values: acr.join(' ') } : {}),
          ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
        })
      }),
    finish: (callback, challenge) =>
      translated(async () => {
        const made = await client()
        const tokens = await oidc.authorizationCodeGrant(made, callback, {
          expectedState: challenge.state,
          expectedNonce: challenge.nonce,
          pkceCodeVerifier: challenge.verifier,
          idTokenExpected: true,
        })
        const proof = await proofOf(made, tokens)
        return { ...proof, groups: proof.groups ?? [] }
      }),
    refresh: (refreshToken, subject) =>
      translated(async () => {
        const made = await client()
        return proofOf(made, await oidc.refreshTokenGrant(made, refreshToken), subject)
      }),
    readLogout: (token) =>
      translated(async () => {
        const { jwks_uri, issuer: named } = await metadata()
        if (!jwks_uri) throw new ProviderFailure('rejected')
        if (logoutKeys?.of !== jwks_uri)
          logoutKeys = {
            of: jwks_uri,
            keys: createRemoteJWKSet(new URL(jwks_uri), {
              timeoutDuration: timeout * 1000,
              cooldownDuration: 5000,
            }),
          }
        const { payload } = await jwtVerify(token, logoutKeys.keys, {
          issuer: named,
          audience: client_id,
          algorithms,
          clockTolerance: skew,
          maxTokenAge: maxAge,
          requiredClaims: ['iat', 'jti', 'events'],
        })
        return logoutOf(payload, decodeProtectedHeader(token).typ)
      }),
  }
}

/** What the library leaves out: who asked for a token with one audience, when it was made, and whose it is after a refresh. */
function checkClaims(claims: oidc.IDToken, client: string, subject: string | undefined) {
  const age = Date.now() / 1000 - claims.iat
  const isOurs = claims.azp === undefined || claims.azp === client
  const isTheirs = isText(claims.sub) && (subject === undefined || claims.sub === subject)
  if (!isOurs || !isTheirs || age < -skew || age > maxAge + skew) throw new ProviderFailure('rejected')
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 1000 && !value.includes('\u0000')

/** A claim by its name, or by a path like `realm_access.roles`. */
function claimed(claims: object, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name as never]
  const [first = '', ...rest] = name.split('.')
  const inner = Object.hasOwn(claims, first) ? (claims[first as never] as unknown) : undefined
  return rest.length > 0 && typeof inner === 'object' && inner !== null
    ? claimed(inner, rest.join('.'))
    : undefined
}

function personOf(claims: Record<string, unknown> & { sub: string }, settings: ProviderSettings) {
  const isVerified =
    claims.email_verified === true || (settings.trusts_email && claims.email_verified === undefined)
  const email = isVerified && isText(claims.email) ? claims.email.trim().toLowerCase() : null
  const groups = settings.groups_claim === 'email' ? email : claimed(claims, settings.groups_claim)
  const { amr, acr } = settings.second_factor
  const methods: unknown[] = Array.isArray(claims.amr) ? claims.amr : []
  return {
    subject: claims.sub,
    email,
    name: isText(claims.name) ? claims.name.trim() || null : null,
    groups: groups === undefined || groups === null ? null : [groups].flat().filter(isText),
    secondFactor: amr.some((one) => methods.includes(one)) || acr.some((one) => one === claims.acr),
    provedAt: typeof claims.auth_time === 'number' ? Math.min(claims.auth_time, Date.now() / 1000) : null,
    issuedAt: typeof claims.iat === 'number' ? claims.iat : Math.floor(Date.now() / 1000),
    sid: isText(claims.sid) ? claims.sid : null,
  }
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
function logoutOf(payload: JWTPayload, kind: string | undefined): Logout {
  const events = payload.events as Record<string, unknown> | null
  const event = typeof events === 'object' && events !== null ? events[logoutEvent] : undefined
  const subject = isText(payload.sub) ? payload.sub : null
  const sid = isText(payload.sid) ? payload.sid : null
  const isLogout = typeof event === 'object' && event !== null && !Array.isArray(event)
  const isKind = kind === undefined || /^(application\/)?(logout\+)?jwt$/i.test(kind)
  if (!isLogout || !isKind || 'nonce' in payload || !isText(payload.jti) || (subject ?? sid) === null)
    throw new ProviderFailure('rejected')
  return { subject, sid, id: payload.jti, issuedAt: payload.iat ?? 0 }
}

/** Runs a conversation with the provider, and throws its errors in our words. */
async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderFailure ? error : new ProviderFailure(kindOf(error), { cause: error })
  }
}

function kindOf(error: unknown): ProviderFailure['kind'] {
  if (error instanceof oidc.AuthorizationResponseError) return 'cancelled'
  const {
    code,
    status,
    error: named,
    cause,
  } = error as Record<'code' | 'error' | 'cause', unknown> & { status?: number }
  if (named === 'invalid_grant') return 'ended'
  // A wrong client secret is the operator's fault, not the person's.
  const notTheirs = ['invalid_client', 'unauthorized_client', 'temporarily_unavailable', 'server_error']
  if (notTheirs.includes(String(named))) return 'unavailable'
  const ofCause = (cause as { status?: number } | undefined)?.status
  if ((status ?? ofCause ?? 0) >= 500 || (status ?? ofCause) === 429) return 'unavailable'
  const unread = [
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'ERR_JWKS_TIMEOUT',
    'ERR_JOSE_GENERIC',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
  ]
  if (unread.includes(String(code)) || (error instanceof TypeError && code === undefined))
    return 'unavailable'
  return 'rejected'
}
