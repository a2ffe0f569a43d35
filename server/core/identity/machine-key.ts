import { createHash, randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Machine } from '../call/caller.ts'
import type { Context } from '../call/context.ts'
import { refuse } from '../refuse.ts'

/** The beginning of every key, by which secret scanners find one that leaked. */
const prefix = 'ptv_'

/** Milliseconds after which a running call's key is read again: a key that is ended ends its streams, too. */
export const keyTimeout = 1000

/** Returns the program that calls. Refuses a key that is unknown, ended or expired, and one without the scope, if one is given. */
export type MachineCheck = (request: FastifyRequest, reply: FastifyReply, scope?: string) => Promise<Machine>

/** A new key with its digest. Only the digest is stored. */
export function newMachineKey() {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, begins: token.slice(0, prefix.length + 6), digest: digestOf(token) }
}

/** Whether a request has a machine key, valid or not. */
export const isOfMachine = ({ headers }: FastifyRequest): boolean =>
  headers.authorization?.startsWith(`Bearer ${prefix}`) ?? false

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex')

interface Key extends Machine {
  networks: string[]
  revoked: boolean
  expired: boolean
}

/** Calls with unknown keys since they were taken. Counted here and not in the database, which guesses would keep busy. */
let unknownKeys = 0

/** The number of calls with unknown keys since the last time. */
export function takeUnknownKeys(): number {
  const taken = unknownKeys
  unknownKeys = 0
  return taken
}

/** Reads the key of a call. It is read on every call, so that ending a key takes effect at once. */
export async function readMachine(ctx: Context, request: FastifyRequest, scope?: string): Promise<Machine> {
  const token = /^Bearer\s+(ptv_\S{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token)
    refuse('signed_out', 'No machine key', 'This call needs a machine key: Authorization: Bearer ptv_….')
  const { rows } = await ctx.database.db.execute<Key & Record<string, unknown>>(sql`
    select id, name, created_by as maker, owner_uid as owner, scopes, networks, revoked_at is not null as revoked, coalesce(expires_at <= now(), false) as expired
    from machine_keys where digest = ${digestOf(token)}`)
  const [key] = rows
  if (!key) {
    unknownKeys += 1
    refuse('signed_out', 'Unknown machine key', 'There is no such machine key here.')
  }
  if (key.revoked || key.expired) {
    await countUse(ctx, key.id, 'refused')
    refuse('signed_out', 'Machine key ended', `The machine key ${key.name} was ended, or has expired.`)
  }
  if (!isWithin(key.networks, request.ip)) {
    await countUse(ctx, key.id, 'refused')
    refuse(
      'forbidden',
      'Not from this address',
      `The machine key ${key.name} may not be used from ${request.ip}.`,
    )
  }
  if (scope !== undefined && !key.scopes.includes(scope)) {
    await countUse(ctx, key.id, 'refused')
    refuse('forbidden', 'Not allowed', `The machine key ${key.name} has no scope ${scope}.`)
  }
  const { id, name, maker, scopes, owner } = key
  return { id, name, maker, scopes, owner }
}

/** Whether an address is in one of the networks. No networks allow every address. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    const family = isIP(start) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(bits), family)
  }
  // A dual-stack socket shows an IPv4 address as ::ffff:203.0.113.7; BlockList compares it with IPv4 networks.
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Counts a call, and its rows. The audit log gets one row for each finished hour (marketplace/machine-usage.ts). */
export async function countUse(
  { database }: Pick<Context, 'database'>,
  id: string,
  scope: string,
  { rows = 0, rejected = 0 }: { rows?: number; rejected?: number } = {},
): Promise<void> {
  await database.db.execute(sql`
    with used as (update machine_keys set last_used_at = now()
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute'))
    insert into machine_key_usage as u (key_id, hour, scope, calls, rows, rejected)
    values (${id}, date_trunc('hour', now()), ${scope}, 1, ${rows}, ${rejected})
    on conflict (key_id, hour, scope) do update set calls = u.calls + 1, rows = u.rows + excluded.rows,
      rejected = u.rejected + excluded.rejected`)
}
