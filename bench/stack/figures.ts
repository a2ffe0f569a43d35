import { readFileSync } from 'node:fs'

export const round = (value: number): number => Math.round(value * 10) / 10

/** Count, percentiles and the largest of some numbers, most of them milliseconds. */
export function spread(all: readonly number[]) {
  const sorted = all.toSorted((a, b) => a - b)
  const share = (part: number) => round(sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0)
  return { count: all.length, p50: share(0.5), p95: share(0.95), p99: share(0.99), max: share(1) }
}

/** Runs some work and returns the milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Prints the figures of a bench, which are all of its standard output. */
export const print = (figures: object): void => console.info(JSON.stringify(figures, null, 2))

/** Counts one more of a name. */
export function count(counts: Record<string, number>, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The megabytes of a process in memory (Linux). */
export function megabytes(pid: number): number {
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** One of a list, by chance. */
export const any = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One
