import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** What it writes on: the pool, or a transaction. */
export type IdentityDb = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>

/** The built-in identity provider, in our words. */
export interface Identity {
  /** Answers a request to /identity/*. */
  handle: (request: Request) => Promise<Response>
  /** Public keys of the tokens it gives. */
  keys: () => Promise<{ keys: object[] }>
  /** Makes somebody who can sign in, or changes their password; other sessions of theirs end. @param db the caller's transaction */
  setPassword: (
    person: { uid: string; email: string; name: string; password: string },
    db?: IdentityDb,
  ) => Promise<void>
  /** Makes a person who cannot sign in before they have chosen a password. @param db the caller's transaction */
  addPerson: (person: { uid: string; email: string; name: string }, db: IdentityDb) => Promise<void>
  /** Lets the holder of a token choose a person's password, once and for some hours. */
  allowNewPassword: (link: { uid: string; token: string; hours: number }) => Promise<void>
  /** Uses such a token up and gives its person's uid; null when it is wrong, used or too old. @param db the caller's transaction */
  takePasswordToken: (token: string, db: IdentityDb) => Promise<string | null>
  /** Notes that a session's person has just typed their password. */
  confirmPassword: (session: string) => Promise<void>
  /** Ends every session of somebody. @param db the caller's transaction */
  endSessions: (uid: string, db?: IdentityDb) => Promise<void>
  /** Takes somebody's second factor away. @param db the caller's transaction */
  resetSecondFactor: (uid: string, db?: IdentityDb) => Promise<void>
}
