import { api } from '@portreeve/contract'
import type { IngestResult, IngestSummary } from '@portreeve/contract/marketplace/ingest'
import type { MachineScope, ProgramLimits } from '@portreeve/contract/marketplace/machine-keys'
import type { Harness } from './harness.ts'
import { ndjson } from './import-harness.ts'

/** The answer of an ingest call: its rows, and the last line or the refusal. */
export interface Ingested {
  status: number
  results: IngestResult[]
  end: { status_code: number; data: IngestSummary | null; code?: string; error_message?: string }
}

/** Makes a machine key and returns it. */
export async function keyFor(
  s: Harness,
  scopes: MachineScope[],
  more: {
    name?: string
    networks?: string[]
    expires_at?: string
    owner?: string
    limits?: ProgramLimits
  } = {},
): Promise<string> {
  const made = await s.call('admin', api.machineKeys.create, {
    body: { name: `Shop ${Math.random()}`, scopes, ...more },
  })
  return made.body.data.token
}

/** A program that writes with a key. */
export const writer = (s: Harness, token: string) => ({
  /** Sends rows as NDJSON; a text is a line as it is. */
  rows: async (entity: string, rows: readonly (object | string | Buffer)[], query = '') => {
    const answer = await s.server.inject({
      method: 'POST',
      url: `/v1/ingest/${entity}${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      payload: ndjson(rows),
    })
    const isStream = String(answer.headers['content-type']).includes('x-ndjson')
    const lines = isStream
      ? answer.body
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as IngestResult & Ingested['end'])
      : []
    const end = (isStream ? lines.pop() : answer.json()) as Ingested['end'] & {
      data: { results?: IngestResult[] } | null
    }
    return { status: answer.statusCode, results: end.data?.results ?? lines, end } satisfies Ingested
  },
  array: async (entity: string, body: unknown, query = '') => {
    const answer = await s.server.inject({
      method: 'POST',
      url: `/v1/ingest/${entity}${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.statusCode, body: answer.json() }
  },
  read: async (entity: string, key: string) => {
    const answer = await s.server.inject({
      method: 'GET',
      url: `/v1/ingest/${entity}/${encodeURIComponent(key)}`,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.statusCode, body: answer.json() }
  },
  remove: async (entity: string, key: string, query = '') => {
    const answer = await s.server.inject({
      method: 'DELETE',
      url: `/v1/ingest/${entity}/${encodeURIComponent(key)}${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.statusCode, body: answer.json() }
  },
})
