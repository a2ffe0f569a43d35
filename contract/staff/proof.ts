import { Id, Time } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

// The proof of some records: their rows of the audit log, with Merkle paths to a signed head (docs/export.md). Digests are SHA-256 in
// hex, keys and signatures Ed25519 in base64url.

/** What a part of a row is hidden behind: its digest, with the ground. */
const Hidden = { digest: z.string(), why: z.string() }

const ProofRow = z.object({
  id: z.int(),
  /** The number of the row before it about the same record; null of the first. */
  prior: z.int().nullable(),
  /** The number of the head whose tree has it. */
  head: z.int(),
  deed: z.union([
    z.object({
      salt: z.string(),
      value: z.object({ at: Time, action: z.string(), role: z.string(), kind: z.string().nullable() }),
    }),
    z.object(Hidden),
  ]),
  fields: z.union([
    z.object({
      list: z.array(
        z.union([z.object({ name: z.string(), salt: z.string(), value: z.unknown() }), z.object(Hidden)]),
      ),
    }),
    z.object(Hidden),
  ]),
  path: z.array(z.string()),
})
export type ProofRow = z.infer<typeof ProofRow>

const Head = z.object({
  n: z.int(),
  /** The numbers of its first and last row. */
  ...{ first: z.int(), last: z.int() },
  /** The root of the tree of its rows. */
  root: z.string(),
  /** The root of the tree of all heads before it. */
  heads: z.string(),
  at: Time,
  /** The fingerprint of the key that signed it. */
  key: z.string(),
  /** A time stamp of the head (RFC 3161), base64: it existed at that time, by the word of another authority. */
  stamp: z.string().optional(),
})

/** A version of a record, as the marketplace or staff left it. */
const Version = z.object({
  kind: z.string(),
  id: Id,
  since: Time,
  until: Time.nullable(),
  by: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
})
export type Version = z.infer<typeof Version>

export const Proof = z.object({
  format: z.literal('portreeve-proof/1'),
  made_at: Time,
  /** The public key, and its fingerprint: the reader compares it with `/.well-known/portreeve-audit.json`. */
  key: z.object({ id: z.string(), x: z.string() }),
  /** The newest head. */
  head: Head.extend({ signature: z.string() }),
  /** Earlier heads that have rows of the bundle, and those whose time stamps stand for them, each with its path in the tree of the newest one. */
  heads: z.array(Head.extend({ path: z.array(z.string()) })),
  /** All rows about each record up to the newest head, oldest first. */
  records: z.array(z.object({ kind: z.string(), id: z.string(), rows: z.array(ProofRow) })),
  versions: z.array(Version),
  /** The digest of each part as canonical JSON (RFC 8785). */
  parts: z.record(z.string(), z.string()),
  /** The signature of time and parts. */
  seal: z.string(),
})
export type Proof = z.infer<typeof Proof>
