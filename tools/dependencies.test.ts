import { expect, test } from 'vitest'
import { wrongDependencies } from './dependencies.ts'
import { foundIn } from './tree.ts'

const found = (dependencies: string[], files: Record<string, string>) =>
  foundIn(wrongDependencies, {
    'package.json': '{ "devDependencies": { "vitest": "1.0.0" } }',
    'console/package.json': JSON.stringify({
      dependencies: Object.fromEntries(dependencies.map((name) => [name, '1.0.0'])),
    }),
    'console/a.test.ts': "import { test } from 'vitest'",
    ...files,
  })

// In two parts: this file itself imports no such package.
const lazily = ['im', 'port'].join('')

test('a package that is imported but not declared is found, in every form of import', () => {
  expect(
    found(['react'], {
      'console/a.tsx':
        "import { useState } from 'react'\nimport 'node:fs'\nimport './b.ts'\nimport type { Z } from 'zod'",
      'console/b.ts': `const later = () => ${lazily}('@scope/lazy/part.js')`,
      'console/c.css': "@import '@mantine/core/styles.css';",
    }),
  ).toEqual([
    'console uses zod but does not declare it.',
    'console uses @scope/lazy but does not declare it.',
    'console uses @mantine/core but does not declare it.',
  ])
})

test('a package that is declared but not used is found', () => {
  expect(found(['react', 'left-pad'], { 'console/a.tsx': "export { x } from 'react'" })).toEqual([
    'console declares left-pad but does not use it.',
  ])
})

test('settings, types, commands and peers are uses', () => {
  expect(
    found(['jsdom', '@types/d3-force', 'd3-force', 'tool', 'library', 'peer'], {
      'console/vitest.config.ts': "export default { environment: 'jsdom' }",
      'console/a.ts': "import 'd3-force'\nimport 'library'\nspawn('run-tool')",
      'node_modules/tool/package.json': '{ "bin": { "run-tool": "./run.js" } }',
      'node_modules/library/package.json': '{ "peerDependencies": { "peer": "*" } }',
    }),
  ).toEqual([])
})
