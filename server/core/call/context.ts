import type { Deed, DeedOf, Emits, Endpoint, Tells } from '@portreeve/contract/base/endpoint'
import type { EventType } from '@portreeve/contract/base/event-types'
import type { TopicPattern } from '@portreeve/contract/base/live'
import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import type { DidArgs, Reported } from '@portreeve/contract/deeds'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import type { EventOf } from '@portreeve/contract/marketplace/event-data'
import type { Logger } from 'pino'
import type { Templates } from '../../adapters/email-templates.ts'
import type { FileStore } from '../../adapters/file-store.ts'
import type { Identity } from '../../adapters/identity.ts'
import type { Images } from '../../adapters/images.ts'
import type { Mail } from '../../adapters/mail.ts'
import type { Providers } from '../../adapters/payments.ts'
import type { Shipping } from '../../adapters/shipping.ts'
import type { SignInProvider } from '../../adapters/sign-in-providers.ts'
import type { Webhooks } from '../../adapters/webhooks.ts'
import type { operations } from '../../db/system-tables.ts'
import type { Database, Db, Transaction } from '../database/db.ts'
import type { Caller, StaffCaller } from './caller.ts'

export interface Settings {
  environment: 'development' | 'production'
  /** The fixed public key that every call carries in x-api-key. */
  apiKey: string
  /** The public address of this server, without a trailing slash. */
  address: string
  /** Origins of the consoles that may call this server. */
  consoles: string[]
  /** The content of /environments.json. */
  environments: object
  /** The folder of the built console; without it the server answers the API alone. */
  consoleFolder: string | undefined
  /** The issuers whose tokens are trusted. */
  issuers: Issuer[]
  /** Addresses or networks of the reverse proxies whose X-Forwarded-For is trusted, separated by commas. */
  proxies: string | undefined
  /** Seconds after a dispute's resolution at which the seller is paid; less than 2 hours (TXN-45). */
  payoutDelay: number
  /** The currency of rows that name none, and of the limits of staff (ISO 4217). */
  currency: string
  /** Cents that one staff member may refund of one transaction without a second person. */
  refundAlone: number
  /** Cents that one staff member may refund in a UTC day without a second person. */
  refundAloneDay: number
  /** The same for other currencies, in their minor units. Of one that is not here nobody refunds anything alone. */
  refundAloneOthers: Readonly<Record<string, { alone: number; day: number }>>
  /** Calls that one address and one staff member may make in a minute, at each process; 0: any number. */
  callsPerAddress: number
  callsPerPerson: number
  /** Calls that one machine key may make in a minute, at each process; 0: any number. */
  callsPerKey: number
  /** Days within which the daily check compares every payment with the provider. */
  ledgerDays: number
  /** Days for which old versions of records are kept. */
  historyDays: number
  /** Calls to the payment provider that the check makes in a second; 0: any number. */
  ledgerCallsPerSecond: number
  /** Live streams that one staff member may have open at each process; every open page has one. */
  streamsPerPerson: number
  /** Reveals of personal data that one staff member may make in an hour. */
  revealsPerHour: number
  /** The address of the authority that stamps the times of the audit's heads (RFC 3161). */
  timestampUrl?: string | undefined
  /** The key of the audit chain. */
  auditKey: string
  /** The sender of mails. */
  mailFrom: string
  /** Signs the cookies of the built-in provider, and encrypts the secrets of webhooks. */
  secret: string
  /** Earlier secrets, newest first. They still decrypt. */
  secretsBefore: string[]
  /** The bearer token of /metrics; without one the path is closed. */
  metricsToken: string | undefined
  /** The readers of /openapi.json. */
  openApi: 'public' | 'staff'
  /** Hours after which a session at the built-in provider ends, even if it is in use. */
  sessionMaxHours: number
}

/** An identity provider whose tokens are trusted. */
export interface Issuer {
  issuer: string
  audience: string
  /** Address of its public keys; 'builtin' means our own provider. */
  jwks: string
}

/** The dependencies of a server process. Made once by main.ts, or by a test. */
export interface Context {
  settings: Settings
  database: Database
  identity: Identity
  /** The company's own providers beside the built-in one. */
  providers: readonly SignInProvider[]
  mail: Mail
  payments: Providers
  shipping: Shipping
  images: Images
  /** Where the server itself reads the pictures of listings, to compare them. */
  photos: Images
  /** Keeps the files that staff upload. */
  files: FileStore
  /** Sends events to the marketplace's endpoints. */
  webhooks: Webhooks
  /** The mail provider that stores the email templates; without it our own database stores them. */
  templates?: Templates
  log: Logger
  operations: OperationKinds
  /** In the demo only: the faults of the sentinels. */
  sentinel?: (method: string, path: string, query: Record<string, string | string[]>) => Fault | undefined
}

export type Fault = 'fail' | 'slow' | 'refuse_200' | 'drop'

/** The part of an audit row that follows from a deed. */
export interface AuditEntry {
  subject?: readonly [kind: RecordKind, id: string]
  reason?: string | null
  before?: unknown
  after?: unknown
}

/**
 * The context of one call, passed to its handler with the input, without the caller.
 * @typeParam Topics the further live topics that its endpoint declares
 * @typeParam Events the further events that its endpoint declares
 * @typeParam Does the deed that its endpoint declares
 */
interface OpenCall<
  Topics extends TopicPattern = never,
  Events extends EventType = never,
  Does extends Deed | null = null,
> {
  /** The call's transaction; for a reading call, the pool. */
  db: Db
  ctx: Context
  /** The bulk job that makes the call for one of its rows. */
  job?: string
  /** The deleted record that the call makes again: the new one has its id and its time. */
  again?: { id: string; created_at?: string }
  /** Reports the deed that the endpoint declares, once. Its audit row, its event and its live event follow (contract/deeds.ts). */
  did: (...deed: DidArgs<Does>) => void
  /** Audits that a search has found someone by a hidden value, in the row of this call. */
  disclose: (entry: AuditEntry) => void
  /** Of a call into the past, which can write nothing: runs this after it, and a refusal answers the call. */
  afterwards?: (work: (db: Db) => Promise<unknown>) => void
  /** Adds a further audit row, about another record that this call changes. */
  recordAlso: (action: string, entry: AuditEntry) => void
  /** Publishes a further live event in the call's transaction, after the handler returns. */
  publish: (...event: LiveEventOf<Topics>) => void
  /** Writes a further event for the marketplace in the call's transaction, after the handler returns. */
  emit: (...event: EventOf<Events>) => void
  /** Sets the headers for more rows: a flag and the cursor of the next page. */
  more: (cursor?: string) => void
  /** Sets the header with the total number of rows. */
  total: (rows: number) => void
  /** The If-Match header's version, if one was sent. */
  expected: number | undefined
}

/** The context of a call that only staff make. */
export interface Call<
  Topics extends TopicPattern = never,
  Events extends EventType = never,
  Does extends Deed | null = null,
> extends OpenCall<Topics, Events, Does>,
    StaffCaller {}

/** The context of a call of one endpoint. A program may make a call with a scope: its handler has no staff member to ask for a role. */
export type CallOf<E> = E extends { readonly scope: NonNullable<Endpoint['scope']> }
  ? OpenCall<Tells<E>, Emits<E>, DeedOf<E>>
  : Call<Tells<E>, Emits<E>, DeedOf<E>>

/** The context of any call: `implement` has checked what its handler reports. */
export type AnyCall = Caller &
  Omit<OpenCall<TopicPattern, EventType>, 'did'> & { did: (...report: Reported) => void }

/** A call to a vendor, written in the transaction that decides it (operations.ts). */
export type Operation = typeof operations.$inferSelect

/** The implementation of one kind of operation. */
export interface OperationKind {
  /**
   * Calls the vendor, with the operation's id as idempotency key. Returns the vendor's reference and further details.
   * Throws VendorRefusal when the vendor definitely refuses. Any other error leaves the operation pending; it is retried
   * with the same key.
   */
  run: (operation: Operation, ctx: Context) => Promise<Done>
  /**
   * Writes the entries that follow from the result, as the last step of the transaction that marks the operation as done,
   * so that it may append to the audit chain.
   */
  settled?: (operation: Operation, db: Transaction, ctx: Context) => Promise<void>
  /** Publishes that the operation has ended, in the transaction that marks it as done or failed. */
  ended?: (operation: Operation, db: Transaction, ctx: Context) => Promise<void>
  /** The answer to the waiting caller; may refuse. */
  answer: (operation: Operation, db: Db) => unknown
}
export type OperationKinds = Record<string, OperationKind>

export interface Done {
  reference: string
  /** Added to the operation's details. */
  found?: Operation['details']
}
