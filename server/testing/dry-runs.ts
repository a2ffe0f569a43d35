import { DryRun } from '@portreeve/contract/base/dry-run'
import { type Endpoint, wrapped } from '@portreeve/contract/base/endpoint'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../core/database/db.ts'

/** What is read of an answer. */
interface Sent {
  status: number
  body: { code?: string | undefined; error_title?: string | undefined }
  headers: Record<string, unknown>
}
type Send<Answer> = () => Promise<Answer>

/** Values that each run makes for itself: ids, times and digests. */
const made =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+00(:00)?)?|[0-9a-f]{16,}|[\w+/=-]{40,}|\b\d{13}\b/g
/** A test of a webhook has a number from a sequence. */
const serial = (key: string, value: unknown) => (key === 'test' && typeof value === 'number' ? '…' : value)
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, serial).replaceAll(made, '…'))

/** Where a worker goes on between the dry run and the call. */
const moving = /^\/v1\/admin\/(bulk_jobs|undo_plans)\/\{id\}\//
const movingFiles = /random|sequences|\.slow\./
/** Tests in which something else goes on beside the calls, by their titles. */
const beside = /meanwhile|at once|against/

/**
 * Runs the first call of each endpoint in a test file twice: as a dry run, and then really. The dry run must refuse as the call does, and
 * tell the audit rows that the call writes. Calls that run beside others are not compared.
 */
export function dryRuns() {
  const seen = new Set<Endpoint>()
  let running = 0
  return async <Answer extends Sent>(
    database: Database,
    endpoint: Endpoint,
    dry: Send<Answer>,
    real: Send<Answer>,
  ): Promise<Answer> => {
    const isFirst =
      !seen.has(endpoint) &&
      !moving.test(endpoint.path) &&
      !movingFiles.test(expect.getState().testPath ?? '')
    if (beside.test(expect.getState().currentTestName ?? '')) return alone(real)
    seen.add(endpoint)
    if (!isFirst || running > 0) return alone(real)
    const told = await alone(dry)
    if (running > 0) return alone(real)
    const done = await alone(real)
    // What a vendor refuses, or what cannot be written, is known at the end alone.
    if (running > 0 || [502, 503].includes(done.status)) return done
    expect([told.status, told.body.code, told.body.error_title], endpoint.path).toEqual([
      done.status,
      done.body.code,
      done.body.error_title,
    ])
    if (told.status !== 200) return done
    const { deeds } = wrapped(DryRun).strict().parse(told.body).data
    const { rows } = await database.db.execute(
      sql`select action, subject_kind, subject_id, reason, before, after from audit where request_id = ${done.headers['x-request-id']} order by id`,
    )
    const written = rows.map(({ subject_kind: kind, subject_id: id, ...row }) => ({
      ...row,
      subject: kind === null ? null : { kind, id },
    }))
    expect(comparable(deeds)).toEqual(comparable(written))
    return done
  }

  async function alone<Answer>(send: Send<Answer>) {
    running++
    try {
      return await send()
    } finally {
      running--
    }
  }
}
