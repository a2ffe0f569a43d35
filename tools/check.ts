import { spawnSync } from 'node:child_process'
import { lookingUp } from './rooms.ts'

// `npm run check`: types, style and the direction of imports.
const root = new URL('..', import.meta.url).pathname
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

const up = lookingUp(root)
for (const sentence of up) console.error(sentence)
const results = [
  up.length === 0,
  run('npx', ['tsc', '-p', '.']),
  run('npx', ['tsc', '-p', 'console']),
  run('npx', ['tsc', '-p', 'e2e']),
  run('npx', ['biome', 'check', '--error-on-warnings', '.']),
]
process.exit(results.every(Boolean) ? 0 : 1)
