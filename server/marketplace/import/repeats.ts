import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { checkLine } from './check.ts'
import { readLines } from './lines.ts'

/**
 * The keys that a file has more than once, with the line that counts: the last valid one. Found before the first write, because
 * otherwise every run would write the earlier line and then the later. Needs four bytes of memory per line.
 */
export async function findRepeats(
  path: string,
  entity: ImportEntity,
  id: (row: Record<string, unknown>) => string,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  let hashes = new Uint32Array(4096)
  let count = 0
  for await (const lines of readLines(path, signal))
    for (const { text } of lines) {
      const key = text ? idOf(text, id) : undefined
      if (key === undefined) continue
      if (count === hashes.length) {
        const larger = new Uint32Array(hashes.length * 2)
        larger.set(hashes)
        hashes = larger
      }
      hashes[count++] = hash(key)
    }
  const sorted = hashes.subarray(0, count).sort()
  const twice = new Set<number>()
  for (let at = 1; at < count; at++) if (sorted[at] === sorted[at - 1]) twice.add(sorted[at] ?? 0)
  return twice.size > 0 ? lastGoodLines(path, entity, id, twice, signal) : new Map()
}

/** Compares the keys of lines with equal hashes, because hashes collide. */
async function lastGoodLines(
  path: string,
  entity: ImportEntity,
  id: (row: Record<string, unknown>) => string,
  suspects: Set<number>,
  signal?: AbortSignal,
) {
  const last = new Map<string, number>()
  for await (const lines of readLines(path, signal))
    for (const { text, number } of lines) {
      const key = text ? idOf(text, id) : undefined
      if (!text || key === undefined || !suspects.has(hash(key))) continue
      if ('row' in checkLine(entity, text)) last.set(key, number)
    }
  return last
}

function idOf(text: string, id: (row: Record<string, unknown>) => string): string | undefined {
  try {
    return id(JSON.parse(text) as Record<string, unknown>)
  } catch {
    return undefined
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
