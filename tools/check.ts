import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { budgets, missingStyles } from './budgets.ts'
import { circles } from './circles.ts'
import { wrongDependencies } from './dependencies.ts'
import { otherWords } from './groups.ts'
import { literals } from './literals.ts'
import { missingFiles, missingPaths, unknownReferences } from './references.ts'
import { lookingUp, subjectsInCore } from './rooms.ts'
import { tooLong } from './sizes.ts'

// `npm run check`: types, style and functions' sizes (biome.json), upward and circular imports, subjects in core, one word per group, unknown
// requirements and decisions, files' sizes, dependencies, literal sizes
// and colours in styles, and the size of the built console.
const root = new URL('..', import.meta.url).pathname
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

const { over, figures } = budgets(join(root, 'console/dist'))
const faults = [
  ...[
    lookingUp,
    subjectsInCore,
    circles,
    otherWords,
    unknownReferences,
    missingFiles,
    missingPaths,
    tooLong,
    wrongDependencies,
    missingStyles,
    literals,
  ].flatMap((find) => find(root)),
  ...over,
]
for (const fault of faults) console.error(fault)
for (const figure of figures) console.info(`First load of ${figure} (brotli)`)
const results = [
  faults.length === 0,
  run('npx', ['tsc', '-p', '.']),
  run('npx', ['tsc', '-p', 'console']),
  run('npx', ['tsc', '-p', 'e2e']),
  run('npx', ['biome', 'check', '--error-on-warnings', '.']),
]
process.exit(results.every(Boolean) ? 0 : 1)
