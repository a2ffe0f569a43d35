import { expect, test } from 'vitest'
import { missingFiles, missingPaths, unknownReferences } from './references.ts'
import { foundIn } from './tree.ts'

const lists = {
  'docs/requirements.csv': 'id,area\nUDT-21,UDT\nUDT-103,UDT\n',
  'docs/decisions.csv': 'id,question\nD-040,"Why, then?"\n',
}
// Composed here: this file must not name an unknown row.
const [row, other, decision] = ['UDT', 'XYZ', 'D'].map((area) => `${area}-9999`)

test('a decision or a requirement that does not exist is found, in code and documents', () => {
  expect(
    foundIn(unknownReferences, {
      ...lists,
      'server/a.ts': `// UDT-21, D-040\n// ${row}: ${decision}`,
      'docs/b.md': `As ${decision} says, and ${decision} again.`,
      'e2e/c.spec.ts': `test('[UDT-21] [UDT-103, ${other}] a title', () => {})`,
    }).map((sentence) => sentence.split(',')[0]),
  ).toEqual([
    `docs/b.md names ${decision}`,
    `e2e/c.spec.ts names ${other}`,
    `server/a.ts names ${row}`,
    `server/a.ts names ${decision}`,
  ])
})

test('similar words are no reference', () => {
  expect(foundIn(unknownReferences, { ...lists, 'server/a.ts': '// UTF-8, SHA-256, ISO-8601' })).toEqual([])
})

test('a file that a script names beside itself and that does not exist is found', () => {
  // Composed, so that the check does not read this file's examples.
  const here = 'import.meta'
  expect(
    foundIn(missingFiles, {
      'server/a.ts': `join(${here}.dirname, 'b.ts'), fork(new URL('../core/c.ts', ${here}.url))`,
      'server/b.ts': `join(${here}.dirname, '../core/d.sql')`,
      'core/d.sql': '',
      // A build makes dist/ from the sources.
      'core/e.ts': `join(${here}.dirname, '../dist/server/b.js'), join(${here}.dirname, '../dist/server/f.js')`,
    }),
  ).toEqual([
    'core/e.ts names dist/server/f.js, which does not exist.',
    'server/a.ts names core/c.ts, which does not exist.',
  ])
})

test('a path that a document names and that does not exist is found', () => {
  expect(
    foundIn(missingPaths, {
      'docs/a.md':
        '`server/a.ts`, `server/gone.ts`, `contract/<subject>/b.ts`, `a.ts`, `docs/b.md`, `console/dist`',
      'server/a.ts': '',
    }),
  ).toEqual([
    'docs/a.md names server/gone.ts, which does not exist.',
    'docs/a.md names docs/b.md, which does not exist.',
  ])
})
