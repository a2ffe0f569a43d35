import { del, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import { type ReadingScope, readingScopes } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { type IngestName, ingestNames } from './ingest-names.ts'

/** What a machine key may do: write one entity, or read the events. */
export type MachineScope = `ingest.${IngestName}` | ReadingScope
export const machineScopes: [MachineScope, ...MachineScope[]] = [
  ...namesOf(readingScopes),
  ...ingestNames.map((name): MachineScope => `ingest.${name}`),
]

/** Keys that may be valid at once under one name: the old one and the new one of a rotation. */
export const keysPerName = 2

/** An IPv4 or IPv6 address, or a network in CIDR notation. */
export const Network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .describe('An address, or a network such as 203.0.113.0/24.')

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
})
export type MachineKey = z.infer<typeof MachineKey>

/** Keys of the programs that write to `/v1/ingest` and read `/v1/events`. Not part of the spec. */
export const machineKeys = {
  list: get('/v1/admin/machine_keys', {
    noPast: noPast.now,
    may: 'machineKeys.read',
    about: 'The machine keys, valid ones first, then the newest first; at most 200.',
    data: z.array(MachineKey),
  }),
  create: post('/v1/admin/machine_keys', {
    may: 'machineKeys.manage',
    deed: { subject: 'machine_key' },
    // The answer has the key, which is stored nowhere.
    remembered: false,
    about: `Makes a machine key. Its answer is the only one that has the key (\`ptv_…\`). Refuses with conflict when ${keysPerName} valid keys have this name, and with refused when it would expire in the past.`,
    body: z.strictObject({
      name: text(100).trim().min(1, 'is empty'),
      scopes: z.array(z.enum(machineScopes)).min(1, 'has no scope'),
      networks: z.array(Network).max(50).optional(),
      expires_at: Time.nullish(),
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
