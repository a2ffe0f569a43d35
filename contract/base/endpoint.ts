import type { EventAbout, EventType } from './event-types.ts'
import type { PlainTopic, TopicPattern } from './live.ts'
import { namesOf } from './own.ts'
import type { RecordKind } from './record-kinds.ts'
import type { Permission, ReadingScope } from './rights.ts'
import { z } from './zod.ts'

/** The HTTP methods of the spec. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type None = z.ZodObject<Record<never, never>, z.core.$strict>

/**
 * What a call does, which its handler reports once with `call.did`: the audit row about a record of this kind, the event for the
 * marketplace and the live event follow from it (`deeds.ts`). Without a kind, the handler names the record, or none.
 */
export type Deed =
  | {
      [Kind in RecordKind]: {
        readonly subject: Kind
        readonly event?: EventAbout<Kind>
        readonly topic?: PlainTopic
      }
    }[RecordKind]
  | { readonly subject?: never; readonly event?: never; readonly topic?: PlainTopic }

/** One call of the API: the contract between server and console. */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Data extends z.ZodType = z.ZodType,
  Tells extends TopicPattern = TopicPattern,
  Emits extends EventType = EventType,
  Does extends Deed | null = Deed | null,
  Scope extends ReadingScope | undefined = ReadingScope | undefined,
> {
  readonly method: Method
  /** The path as in the spec, parameters in braces: `/v1/admin/users/{uid}`. */
  readonly path: Path
  /** The permission that a staff member needs; 'staff' means any signed-in staff member. */
  readonly may: Permission | 'staff'
  /** One sentence for people: the effect of the call and its refusals. */
  readonly about: string
  readonly query: Query
  readonly body: Body
  readonly data: Data
  /**
   * The call writes exactly one audit row. Null: none. Each changing call has a deed unless all that it writes expires, a reading
   * call if it shows private records.
   */
  readonly deed: Does
  /** Whether the answer is stored under the Idempotency-Key and replayed. If not, a repeated call has its effect again. */
  readonly remembered: boolean
  /** The body is a record as the caller saw it, masks included; its unchanged fields change nothing. */
  readonly wholeRecord: boolean
  /** The further live topics that the call publishes to. Its handler cannot publish to any other. */
  readonly tells: readonly Tells[]
  /** The further events for the marketplace that the call writes. Its handler cannot write any other. */
  readonly emits: readonly Emits[]
  /** The scope of a machine key with which a program may make this reading call, too. */
  readonly scope: Scope
  /** A program with any scope that acts or proposes makes this call, too. Its handler asks for more. */
  readonly byProgram: boolean
  /** Why a reading call cannot be answered as of a moment in the past (header `As-Of`): one sentence. */
  readonly noPast: string | undefined
  /** The answer is the bytes of a file, without the wrapper. A refusal is the usual one. */
  readonly isFile: boolean
}

interface Options<Query, Body, Data, Tells, Emits, Scope> {
  may: Permission | 'staff'
  about: string
  query?: Query
  body?: Body
  data: Data
  remembered?: boolean
  wholeRecord?: boolean
  tells?: readonly Tells[]
  emits?: readonly Emits[]
  scope?: Scope
  byProgram?: boolean
  noPast?: string
  isFile?: boolean
}

const define =
  <M extends Method>(method: M) =>
  <
    const Path extends string,
    Data extends z.ZodType,
    Query extends z.ZodType = None,
    Body extends z.ZodType | undefined = undefined,
    const Tells extends TopicPattern = never,
    const Emits extends EventType = never,
    const Does extends Deed | null = null,
    Scope extends ReadingScope | undefined = undefined,
  >(
    path: Path,
    {
      deed,
      ...options
    }: Options<Query, Body, Data, Tells, Emits, Scope> & (M extends 'GET' ? { deed?: Does } : { deed: Does }),
  ): Endpoint<Path, Query, Body, Data, Tells, Emits, Does, Scope> => ({
    method,
    path,
    may: options.may,
    about: options.about,
    query: (options.query ?? z.strictObject({})) as Query,
    body: options.body as Body,
    data: options.data,
    deed: (deed ?? null) as Does,
    remembered: options.remembered ?? true,
    wholeRecord: options.wholeRecord ?? false,
    tells: options.tells ?? [],
    emits: options.emits ?? [],
    scope: options.scope as Scope,
    byProgram: options.byProgram ?? false,
    noPast: options.noPast,
    isFile: options.isFile ?? false,
  })

/** A reading call. */
export const get = define('GET')
/** A creating call. */
export const post = define('POST')
/** A changing call. */
export const patch = define('PATCH')
/** A deleting call. */
export const del = define('DELETE')

/** The names in braces of an endpoint's path, each a string. */
export type Params<E> = E extends Endpoint<infer Path> ? Record<ParamNames<Path>, string> : never
export type Query<E> = E extends Endpoint<string, infer Q> ? z.infer<Q> : never
export type Body<E> =
  E extends Endpoint<string, z.ZodType, infer B> ? (B extends z.ZodType ? z.infer<B> : undefined) : never
/** The type of an endpoint's answer inside the wrapper's `data`. */
export type Data<E> =
  E extends Endpoint<string, z.ZodType, z.ZodType | undefined, infer D> ? z.infer<D> : never

/** The further live topics that an endpoint publishes to. */
export type Tells<E> =
  E extends Endpoint<string, z.ZodType, z.ZodType | undefined, z.ZodType, infer T> ? T : never

/** The further events that an endpoint writes. */
export type Emits<E> =
  E extends Endpoint<string, z.ZodType, z.ZodType | undefined, z.ZodType, TopicPattern, infer T> ? T : never

/** The deed that an endpoint declares. */
export type DeedOf<E> = E extends { readonly deed: infer Does extends Deed | null } ? Does : never

/** All live topics that an endpoint publishes to. */
export type Topics<E> =
  | Tells<E>
  | (DeedOf<E> extends { readonly topic: infer Topic extends TopicPattern } ? Topic : never)

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [N in Name]?: Value } : { readonly [N in Name]: Value }

/** The arguments of an endpoint: `{params, query, body}`, each only if the endpoint has it. */
export type Input<E> = Part<'params', Params<E>> &
  Part<'query', Query<E>> &
  (undefined extends Body<E> ? { readonly body?: Body<E> } : { readonly body: Body<E> })

/** Machine-readable reasons of a refusal and their HTTP status (D-007). */
export const refusalStatus = {
  malformed: 400,
  signed_out: 401,
  bad_api_key: 401,
  forbidden: 403,
  /** The caller must type their password again (`needsFreshPassword`); the same call then succeeds. */
  password_needed: 403,
  /** The caller's role requires a second factor and they have none: every call is refused until they set one up. */
  second_factor_needed: 403,
  /** The caller is not, or no longer, a staff member: every call is refused until that changes. */
  not_staff: 403,
  not_found: 404,
  conflict: 409,
  /** Stored as a request that waits for a second person (decision 11). */
  second_person: 409,
  /** The position is older than what is kept. */
  expired: 410,
  too_large: 413,
  refused: 422,
  too_many: 429,
  internal: 500,
  vendor_failed: 502,
  unavailable: 503,
} as const
export type RefusalCode = keyof typeof refusalStatus

/** The body of every refused call. */
export const Refusal = z.object({
  status_code: z.literal(0),
  code: z.enum(namesOf(refusalStatus)),
  error_title: z.string(),
  error_message: z.string(),
  data: z.null(),
})
export type Refusal = z.infer<typeof Refusal>

/** The wrapper of every successful answer (API-01). */
export const wrapped = <D extends z.ZodType>(data: D) => z.object({ status_code: z.literal(1), data })

/**
 * Text that PostgreSQL can store unchanged: no NUL, no lone surrogate, at most `max` UTF-16 units.
 * Other text is refused, not changed.
 */
export const text = (max: number) =>
  z
    .string()
    .max(max, `is longer than ${max} characters`)
    .refine((value) => !value.includes('\u0000'), 'holds a NUL character')
    .refine(
      (value) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value),
      'holds half a character',
    )

/** An identifier in a path or a reference: never empty. */
export const Id = text(200).min(1, 'is empty')
/** Rows of an answer, 1 to 200. */
export const RowLimit = z
  .string()
  .regex(/^([1-9]\d?|1\d\d|200)$/, 'is no number from 1 to 200')
  .optional()

/** A whole number of cents. */
export const Cents = z.int().min(-1_000_000_000_000).max(1_000_000_000_000)
/** 0 or 1, the spec's boolean. */
export const Flag = z.union([z.literal(0), z.literal(1)])
/** A time as its source wrote it. Usually ISO-8601 UTC; any other text is kept unchanged (D-136). */
export const SourceTime = text(200)
/** A true time: ISO-8601 UTC. */
export const Time = z.iso.datetime({ offset: true })

/** The query of a paged list: the `x-next-cursor` of the previous page. */
export const Cursor = text(500).min(1, 'is empty').optional()
