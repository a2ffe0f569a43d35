import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** The target of a write: the pool, or a transaction. */
export type IdentityDb = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>

/** The built-in identity provider, in our words. */
export interface Identity {
  /** Answers a request to /identity/*. */
  handle: (request: Request) => Promise<Response>
  /** The public keys of its tokens. */
  keys: () => Promise<{ keys: object[] }>
  /** Signs claims with the key of its tokens, as a JWS that is no token. @param db the caller's transaction */
  sign: (claims: Record<string, string>, db: IdentityDb) => Promise<string>
  /** Adds a person who can sign in, or changes their password and ends their sessions. @param db the caller's transaction */
  setPassword: (
    person: { uid: string; email: string; name: string; password: string },
    db?: IdentityDb,
  ) => Promise<void>
  /** Adds a person who cannot sign in until they have chosen a password. @param db the caller's transaction */
  addPerson: (person: { uid: string; email: string; name: string }, db: IdentityDb) => Promise<void>
  /** Removes a person with their links, sessions and password. @param db the caller's transaction */
  removePerson: (uid: string, db: IdentityDb) => Promise<void>
  /** Lets the holder of a token choose a person's password, once and for some hours. */
  allowNewPassword: (link: { uid: string; token: string; hours: number }) => Promise<void>
  /** Consumes such a token and returns its person's uid; null when it is wrong, used or expired. @param db the caller's transaction */
  takePasswordToken: (token: string, db: IdentityDb) => Promise<string | null>
  /**
   * Opens a session of a person who has signed in at a company's provider, and returns it with its cookie.
   * @param provedAt when they proved who they are, seconds since 1970; null: not known. @param db the caller's transaction
   */
  openSession: (
    session: { uid: string; address: string; userAgent: string | undefined; provedAt: number | null },
    db: IdentityDb,
  ) => Promise<{ id: string; cookie: string }>
  /** Deletes password, passkeys, second factor, links and sessions of a person who signs in elsewhere from now on. @param db the caller's transaction */
  forgetCredentials: (uid: string, db: IdentityDb) => Promise<void>
  /** Records that a session's person has just typed their password. */
  confirmPassword: (session: string) => Promise<void>
  /** Ends every session of a person. @param db the caller's transaction */
  endSessions: (uid: string, db?: IdentityDb) => Promise<void>
  /** Removes a person's second factor and passkeys. @param db the caller's transaction */
  resetSecondFactor: (uid: string, db?: IdentityDb) => Promise<void>
}
