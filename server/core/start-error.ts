import { statfsSync } from 'node:fs'

/** A start that cannot succeed. The message is one sentence for the operator: what is wrong, where, and how to fix it. */
export class StartError extends Error {}

const coded = (error: unknown) => {
  const { code, message = String(error) } = error as { code?: string; message?: string }
  return { code: code ?? '', message }
}

const folderReasons: Record<string, string> = {
  EACCES: 'this user may not write there: give it the right, or choose another folder',
  EPERM: 'this user may not write there: give it the right, or choose another folder',
  EROFS: 'its disk is read-only: choose another folder',
  ENOTDIR: 'it is a file, or lies below one: choose a folder',
  EEXIST: 'it is a file: choose a folder',
  ENOENT: 'no folder can be made there: choose another folder',
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: "the user's disk quota is used up: free some space",
  EMFILE: 'too many files are open: raise the limit of open files (ulimit -n)',
}

/** The StartError for a data folder that cannot be used. */
export function folderProblem(folder: string, error: unknown): StartError {
  const { code, message } = coded(error)
  return new StartError(
    `PORTREEVE_DATA_DIR: the folder ${folder} cannot be used: ${folderReasons[code] ?? message}.`,
  )
}

/** Free bytes of the disk that the database needs to open. */
const minFree = 1_000_000

/** The StartError for an embedded database that cannot be opened. PGlite reports only that it was aborted. */
export function damagedProblem(folder: string, error: unknown): StartError {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFree) return folderProblem(folder, { code: 'ENOSPC' })
  return new StartError(
    `PORTREEVE_DATA_DIR: the embedded database in ${folder} cannot be opened, as its files are damaged (${coded(error).message.split(/[.\n]/)[0]}): put back a backup of this folder, or move it away to begin with an empty database.`,
  )
}

/** The StartError for a database with tables that no migration of this release knows. */
export const beforeBaseline = (folder: string | undefined): StartError =>
  new StartError(
    folder === undefined
      ? 'DATABASE_URL: the database was made before release 0.1.0, and no release can bring its tables up to date: start with an empty database.'
      : `PORTREEVE_DATA_DIR: the database in ${folder} was made before release 0.1.0, and no release can bring its tables up to date: delete this folder, and the next start makes a new one, or choose another folder.`,
  )

const databaseReasons: Record<string, string> = {
  ENOTFOUND: 'its host is not known: check the name',
  EAI_AGAIN: 'its host is not known at the moment: check the name and the name server',
  ECONNREFUSED: 'nothing answers there: check host and port, and that PostgreSQL runs',
  ECONNRESET: 'the connection was cut: check that PostgreSQL listens there',
  ENOENT: 'there is no such socket: check that PostgreSQL runs',
  EHOSTUNREACH: 'its host cannot be reached: check host and network',
  ENETUNREACH: 'its host cannot be reached: check host and network',
  ETIMEDOUT: 'nothing answered in 30 s: check host, port and firewall',
  '28P01': 'the password is wrong: check user and password',
  '28000': 'this user may not sign in: check the user and pg_hba.conf',
  '3D000': 'there is no such database: make it with createdb',
  '42501': 'this user may not create tables: make it the owner of the database',
  '53300': 'PostgreSQL has no connection left: raise max_connections or stop other programs',
  '53100': 'the disk of the database is full: free some space there',
  '25006': 'this database is read-only, such as a replica: use the primary',
  '57P03': 'PostgreSQL is starting or stopping: wait until it runs',
}

/** The StartError for a database that cannot be used at the start; undefined if the settings are not the cause. */
export function databaseProblem(variable: string, address: string, error: unknown): StartError | undefined {
  if (error instanceof StartError) return error
  const { code, message } = coded((error as { cause?: unknown }).cause ?? error)
  const reason =
    databaseReasons[code] ??
    (/timeout|timed out/i.test(message)
      ? databaseReasons.ETIMEDOUT
      : /SASL|client password must be a string/.test(message)
        ? 'it needs a password: write it into the address'
        : /SSL|certificate/i.test(message)
          ? `${message.replace(/\.$/, '')}: check sslmode`
          : undefined)
  return reason === undefined
    ? undefined
    : new StartError(`${variable}: the database at ${withoutPassword(address)} cannot be used: ${reason}.`)
}

/** The address without its password, for messages. */
export const withoutPassword = (address: string) => address.replace(/^([a-z]+:\/\/[^:/@]*):[^@]*@/i, '$1@')

/** The StartError for a port that cannot be opened; undefined for any other error. */
export function portProblem(variable: string, host: string, port: number, error: unknown) {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} is in use: stop the program that uses it, or set ${variable} to another port`,
    EACCES: `this user may not open port ${port}: set ${variable} to a port above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine: check PORTREEVE_HOST`,
    ENOTFOUND: `${host} is no address of this machine: check PORTREEVE_HOST`,
    EAI_AGAIN: `${host} is no address of this machine: check PORTREEVE_HOST`,
  }
  const reason = reasons[coded(error).code]
  return reason === undefined ? undefined : new StartError(`${variable}: ${reason}.`)
}
