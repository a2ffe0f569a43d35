import { Cents, del, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import { type ActingScope, actingScopes } from '../base/programs.ts'
import { ProposalRate } from '../base/proposal-rate.ts'
import { type ReadingScope, readingScopes } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { type IngestName, ingestNames } from './ingest-names.ts'

type RecordScope = `ingest.${IngestName}` | ReadingScope
/** What a machine key may do: write one entity, read the events, or act under the rights of its owner. */
export type MachineScope = RecordScope | ActingScope
/** The scopes of programs that send records and read events. They need no owner. */
export const recordScopes: [RecordScope, ...RecordScope[]] = [
  ...namesOf(readingScopes),
  ...ingestNames.map((name): RecordScope => `ingest.${name}`),
]
export const machineScopes: [MachineScope, ...MachineScope[]] = [...recordScopes, ...actingScopes]

/** Keys that may be valid at once under one name: the old one and the new one of a rotation. */
export const keysPerName = 2

/** An IPv4 or IPv6 address, or a network in CIDR notation. */
export const Network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .describe('An address, or a network such as 203.0.113.0/24.')

/** What a program may do at most, whatever its owner may. */
export const ProgramLimits = z.object({
  /** Actions and proposals in a clock hour. */
  per_hour: z.int().min(1, 'is below 1').max(100_000),
  /** Money that its actions move in a day (UTC), cents of the environment's currency. 0: none. Of another currency it moves none. */
  cents_per_day: Cents.min(0),
})
export type ProgramLimits = z.infer<typeof ProgramLimits>
export const usualLimits: ProgramLimits = { per_hour: 60, cents_per_day: 0 }

/** A key with which a program of the marketplace calls this server. The key itself is shown once. */
export const MachineKey = z.object({
  id: Id,
  /** The program's name. Two valid keys may share it, so that a key can be rotated. */
  name: text(100),
  /** The first characters of the key, by which people tell keys apart. */
  begins: text(20),
  scopes: z.array(z.enum(machineScopes)),
  /** The addresses and networks that may use it; empty: all. */
  networks: z.array(text(50)),
  created_at: Time,
  /** Name of the staff member who made it. */
  created_by: text(1000),
  expires_at: Time.nullable(),
  /** The time of its last call, to the minute. */
  last_used_at: Time.nullable(),
  revoked_at: Time.nullable(),
  /** Calls and rows of the last 30 days. */
  calls: z.int(),
  rows: z.int(),
  /** The staff member who answers for what the program does; null for one that does not act. */
  owner: z.object({ uid: Id, name: text(1000) }).nullable(),
  limits: ProgramLimits.nullable(),
  /** The scopes that are without effect, as the owner may not do it, or has left. */
  idle_scopes: z.array(z.enum(machineScopes)),
  proposals: z.array(ProposalRate),
})
export type MachineKey = z.infer<typeof MachineKey>

/** Keys of the programs that write to `/v1/ingest`, read `/v1/events` and act (docs/programs.md). Not part of the spec. */
export const machineKeys = {
  list: get('/v1/admin/machine_keys', {
    noPast: noPast.now,
    may: 'machineKeys.read',
    about: 'The machine keys, valid ones first, then the newest first; at most 200.',
    data: z.array(MachineKey),
  }),
  own: get('/v1/admin/machine_keys/own', {
    noPast: noPast.now,
    may: 'staff',
    byProgram: true,
    about:
      'The name of the key that makes this call, and those of its scopes that have an effect now. Refuses staff with forbidden. Not part of the spec.',
    data: z.object({ name: text(100), scopes: z.array(z.enum(machineScopes)) }),
  }),
  create: post('/v1/admin/machine_keys', {
    may: 'machineKeys.manage',
    deed: { subject: 'machine_key' },
    // The answer has the key, which is stored nowhere.
    remembered: false,
    about: `Makes a machine key. Its answer is the only one that has the key (\`ptv_…\`). Refuses with conflict when ${keysPerName} valid keys have this name, with refused when it would expire in the past, and with forbidden a scope that acts which the caller or the owner may not do themselves.`,
    body: z.strictObject({
      name: text(100)
        .trim()
        .min(1, 'is empty')
        .refine((name) => !/^rule /i.test(name), 'is the name of a rule'),
      scopes: z.array(z.enum(machineScopes)).min(1, 'has no scope'),
      networks: z.array(Network).max(50).optional(),
      expires_at: Time.nullish(),
      owner: Id.optional().describe('The staff member who answers for a key that acts or proposes.'),
      limits: ProgramLimits.optional(),
    }),
    data: z.object({ key: MachineKey, token: z.string() }),
  }),
  revoke: del('/v1/admin/machine_keys/{id}', {
    may: 'machineKeys.manage',
    deed: { subject: 'machine_key' },
    about: 'Ends a machine key at once. Refuses with not_found one that is unknown or has ended.',
    data: MachineKey,
  }),
}
