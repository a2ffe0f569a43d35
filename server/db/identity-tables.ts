import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** The tables of the built-in identity provider, in the shape that better-auth requires. */
export const identityUser = pgTable('identity_user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

/**
 * The sessions that a company's provider has opened (core/identity/provider-sessions.ts). `identity_account` links the person: its
 * provider is 'oidc:' and the issuer, its account the subject there.
 */
export const identityProviderSessions = pgTable('identity_provider_sessions', {
  sessionId: text('session_id')
    .primaryKey()
    .references(() => identitySession.id, { onDelete: 'cascade' }),
  /** The id in PORTREEVE_PROVIDERS. */
  provider: text('provider').notNull(),
  /** The session at the provider, where it names one. */
  sid: text('sid'),
  /** Encrypted (sealed.ts). Without one the session ends after some hours. */
  refreshToken: text('refresh_token'),
  /** Whether the provider has proved a second factor. */
  secondFactor: boolean('second_factor').notNull(),
  /** When the provider last confirmed the session. */
  checkedAt: at('checked_at').notNull().defaultNow(),
  /** A process refreshes the token since then. */
  checkingSince: at('checking_since'),
})

/** Passkeys. Each signs its person in without password and code. */
export const identityPasskey = pgTable(
  'identity_passkey',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => identityUser.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull().unique(),
    /** The authenticator's 32-bit count of signatures; 0: it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: at('created_at').notNull().defaultNow(),
    aaguid: text('aaguid'),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('identity_passkey_of').on(t.userId)],
)

export const identitySession = pgTable(
  'identity_session',
  {
    id: text('id').primaryKey(),
    expiresAt: at('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** When the person last typed their password, at the sign-in or for a fresh password; 1970: never, in a passkey's session. */
    passwordAt: at('password_at').notNull().defaultNow(),
    /** The passkey that opened the session. Its removal ends the session. */
    passkeyId: text('passkey_id').references(() => identityPasskey.id, { onDelete: 'cascade' }),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: text('user_id')
      .notNull()
      .references(() => identityUser.id, { onDelete: 'cascade' }),
  },
  (t) => [index('identity_session_of').on(t.userId), index('identity_session_by_passkey').on(t.passkeyId)],
)

export const identityAccount = pgTable(
  'identity_account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => identityUser.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('identity_account_of').on(t.userId),
    uniqueIndex('identity_account_by').on(t.providerId, t.accountId),
  ],
)

export const identityVerification = pgTable(
  'identity_verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('identity_verification_by').on(t.identifier)],
)

/** Second factors. One is in force once it is `verified`. Secret and recovery codes are encrypted. */
export const identityTwoFactor = pgTable(
  'identity_two_factor',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => identityUser.id, { onDelete: 'cascade' }),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: at('locked_until'),
  },
  (t) => [index('identity_two_factor_of').on(t.userId)],
)

/** Digests of used codes, so that no code works twice. The worker deletes old rows. */
export const identityUsedCodes = pgTable(
  'identity_used_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => identityUser.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.code] })],
)

export const identityJwks = pgTable('identity_jwks', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at'),
  alg: text('alg'),
  crv: text('crv'),
})

/** Failed sign-ins by account, device and address, for throttling. The worker deletes old rows. */
export const identityFailures = pgTable(
  'identity_failures',
  {
    id: text('id').primaryKey(),
    /** 'account:…' (a digest of the email address), 'device:…' (account and known device) or 'address:…'. */
    subject: text('subject').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('identity_failures_of').on(t.subject, t.at)],
)
