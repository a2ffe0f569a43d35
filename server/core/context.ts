import type { TopicPattern } from '@portreeve/contract/live'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import type { Staff } from '@portreeve/contract/staff'
import type { Logger } from 'pino'
import type { Identity } from '../adapters/identity.ts'
import type { Images } from '../adapters/images.ts'
import type { Mail } from '../adapters/mail.ts'
import type { Payments } from '../adapters/payments.ts'
import type { Shipping } from '../adapters/shipping.ts'
import type { Templates } from '../adapters/templates.ts'
import type { operations } from '../db/house.ts'
import type { Database, Db, Transaction } from './db.ts'

export interface Settings {
  environment: 'development' | 'production'
  /** The fixed public key that every call carries in x-api-key. */
  apiKey: string
  /** Where people reach this server, without a slash at the end. */
  address: string
  /** Origins of the consoles that may call this server. */
  consoles: string[]
  /** What /environments.json says. */
  environments: object
  /** The folder of the built console; without it the server answers the API alone. */
  consoleFolder: string | undefined
  /** The tokens that are trusted. */
  issuers: Issuer[]
  /** Addresses or networks of the proxies in front whose X-Forwarded-For may be believed, separated by commas. */
  proxies: string | undefined
  /** Seconds after a dispute's resolution at which the seller is paid; less than 2 hours (spec 2, section 9). */
  payoutDelay: number
  /** Cents that one staff member may refund of one transaction without a second person. */
  refundAlone: number
  /** Cents that one staff member may refund in a UTC day without a second person. */
  refundAloneDay: number
  /** Calls that one address and one staff member may make in a minute, at each process; 0: any number. */
  callsPerAddress: number
  callsPerPerson: number
  /** Live streams that one staff member may have open at each process; every open page has one. */
  streamsPerPerson: number
  /** How often an hour one staff member may reveal personal data. */
  revealsPerHour: number
  /** Signs the audit's chain. */
  auditKey: string
  /** Who mails come from. */
  mailFrom: string
  /** Signs the cookies of the built-in provider. */
  secret: string
  /** The bearer token of /metrics; without one the path is closed. */
  metricsToken: string | undefined
  /** Who may read /openapi.json. */
  openApi: 'public' | 'staff'
  /** Hours from signing in with the built-in provider after which one signs in again, however busy. */
  sessionMaxHours: number
}

/** An identity provider whose tokens are trusted. */
export interface Issuer {
  issuer: string
  audience: string
  /** Address of its public keys; 'builtin' means our own provider. */
  jwks: string
}

/** Everything a server process has. Made once by main.ts, or by a test. */
export interface Context {
  settings: Settings
  database: Database
  identity: Identity
  mail: Mail
  payments: Payments
  shipping: Shipping
  images: Images
  /** The mail provider, where e-mail templates are kept there; without it they are kept in the own database. */
  templates?: Templates
  log: Logger
  operations: OperationKinds
  /** In the demo only: how the people called Sentinel misbehave. */
  sentinel?: (method: string, path: string, query: Record<string, string | string[]>) => Fault | undefined
}

export type Fault = 'fail' | 'slow' | 'refuse_200' | 'drop'

/** What a handler may want to put on record about its call. */
export interface AuditEntry {
  subject?: readonly [kind: string, id: string]
  reason?: string | null
  before?: unknown
  after?: unknown
}

/** What a handler has beside its input. @typeParam Tells the live topics that its endpoint declares */
export interface Call<Tells extends TopicPattern = never> {
  /** The call's transaction; for a reading call, the pool. */
  db: Db
  staff: Staff
  /** The session at the built-in provider that the call comes from; none with an outside provider. */
  session: string | undefined
  ctx: Context
  /** Adds to the audit row of this call; later values win. */
  record: (entry: AuditEntry) => void
  /** Publishes a live event when the handler is done, in the call's transaction. */
  publish: (...event: LiveEventOf<Tells>) => void
  /** Sets the headers that say that there are more rows, and the cursor of the next page. */
  more: (cursor?: string) => void
  /** Sets the header with the number of rows in all. */
  total: (rows: number) => void
  /** The If-Match header's version, if one was sent. */
  expected: number | undefined
}

/** Something that is done outside, written with the change that wants it (operations.ts). */
export type Operation = typeof operations.$inferSelect

/** How one kind of operation is done and what its caller is told. */
export interface OperationKind {
  /**
   * Calls the vendor, with the operation's id as key. Returns the vendor's reference, and what else is worth keeping.
   * Throws VendorRefusal when the vendor clearly said no; any other error leaves the operation pending, to be tried
   * again with the same key.
   */
  run: (operation: Operation, ctx: Context) => Promise<Done>
  /**
   * Books what has happened, in the transaction that marks the operation as done and as its last step, so that it may
   * write to the audit.
   */
  settled?: (operation: Operation, db: Transaction, ctx: Context) => Promise<void>
  /** Publishes that the operation has ended, in the transaction that marks it as done or failed. */
  ended?: (operation: Operation, db: Transaction) => Promise<void>
  /** The answer to the waiting caller; may refuse. */
  answer: (operation: Operation, db: Db) => unknown
}
export type OperationKinds = Record<string, OperationKind>

export interface Done {
  reference: string
  /** Added to the operation's details. */
  found?: Operation['details']
}
