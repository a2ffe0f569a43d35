import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('.', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every hook that a subject declares is filled', () => {
  const declared = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .flatMap((path) => [...read(path).matchAll(/export const (\w+) =\s+hook</g)].map(([, name]) => name))
  const filled = [...read('hooks.ts').matchAll(/^(\w+)\.fill\(/gm)].map(([, name]) => name)
  expect(declared.length).toBeGreaterThan(4)
  expect(filled.toSorted()).toEqual(declared.toSorted())
})
