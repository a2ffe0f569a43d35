/** A company's OpenID Connect provider, as PORTREEVE_PROVIDERS names it. */
export interface ProviderSettings {
  /** Part of the addresses that are registered at the provider. */
  id: string
  /** The words of its button. */
  name: string
  issuer: string
  client_id: string
  client_secret?: string | undefined
  scopes: string[]
  /** The claim with the values that admins map to roles. */
  groups_claim: string
  /** The provider gives email addresses of its own company only, without `email_verified`. */
  trusts_email: boolean
  /** The values of `amr` and `acr` that prove a second factor. */
  second_factor: { amr: string[]; acr: string[] }
}

/** What a provider has proved about a person. */
export interface Proof {
  subject: string
  /** A verified address in lower case; null without one. */
  email: string | null
  name: string | null
  /** The values of the groups claim; null where a refreshed token does not have it. */
  groups: string[] | null
  secondFactor: boolean
  /** When the person proved who they are, where the provider says so. Seconds since 1970. */
  provedAt: number | null
  issuedAt: number
  /** The session at the provider. */
  sid: string | null
  refreshToken: string | null
}

/** The proof of a sign-in: without a groups claim there are no groups. */
export type SignInProof = Proof & { groups: string[] }

/** The secrets of one sign-in. */
export interface Challenge {
  state: string
  nonce: string
  verifier: string
}

/** What a logout at the provider ends: the session `sid`, or all of the subject. */
export interface Logout {
  subject: string | null
  sid: string | null
  /** Names this logout, so that it is taken once. */
  id: string
  issuedAt: number
}

/** A provider, in our words. Its methods throw a ProviderFailure. */
export interface SignInProvider {
  settings: ProviderSettings
  /** The provider's page. @param fresh the person proves again who they are */
  begin: (challenge: Challenge, back: string, fresh: boolean) => Promise<URL>
  /** Exchanges the code of the callback and checks everything. @param callback the address with its query */
  finish: (callback: URL, challenge: Challenge) => Promise<SignInProof>
  /** Asks whether the person may go on. */
  refresh: (refreshToken: string, subject: string) => Promise<Proof>
  readLogout: (token: string) => Promise<Logout>
}

/**
 * 'unavailable': it does not answer, or not as a provider; 'ended': the refresh token is revoked; 'cancelled': the person or the provider
 * declined; 'rejected': a check failed.
 */
export class ProviderFailure extends Error {
  readonly kind: 'unavailable' | 'ended' | 'cancelled' | 'rejected'
  constructor(kind: ProviderFailure['kind'], options?: ErrorOptions) {
    super(`The identity provider's answer: ${kind}`, options)
    this.kind = kind
  }
}
