import { expect, it } from 'vitest'
import { leaveWords, type TypedInto } from './LeaveGuard.tsx'

const sources = import.meta.glob<string>('../*/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const uses = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/<LeaveGuard\b[^/]*?\bwhat="([^"]*)"/g)].map(([, what = '']) => [file, what] as const),
)

it('finds every use of the leave guard', () => {
  const guards = Object.values(sources)
    .join('\n')
    .match(/<LeaveGuard\b/g)
  expect(uses).toHaveLength(guards?.length ?? 0)
  expect(uses.length).toBeGreaterThan(9)
})

it.each(uses)('%s warns in one English sentence: %s', (_file, what) => {
  const words = leaveWords(what as TypedInto)
  expect(words).toMatch(/^Your changes to (this|the) [a-z]+( [a-z]+)* are not saved yet\.$/)
  // No word is repeated, and none is left over from another sentence.
  const all = words.toLowerCase().replace('.', '').split(' ')
  expect(new Set(all).size).toBe(all.length)
  expect(all).not.toContain('what')
})
