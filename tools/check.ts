import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { budgets, missingStyles } from './budgets.ts'
import { lookingUp } from './rooms.ts'

// `npm run check`: types, style, the direction of imports, and what the built console weighs.
const root = new URL('..', import.meta.url).pathname
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

const up = lookingUp(root)
const { over, figures } = budgets(join(root, 'console/dist'))
const unstyled = missingStyles(root)
for (const sentence of [...up, ...over, ...unstyled]) console.error(sentence)
for (const figure of figures) console.info(`First load of ${figure} (brotli)`)
const results = [
  up.length + over.length + unstyled.length === 0,
  run('npx', ['tsc', '-p', '.']),
  run('npx', ['tsc', '-p', 'console']),
  run('npx', ['tsc', '-p', 'e2e']),
  run('npx', ['biome', 'check', '--error-on-warnings', '.']),
]
process.exit(results.every(Boolean) ? 0 : 1)
