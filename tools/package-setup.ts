import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Compiles the package once: two test files at the same time would overwrite each other's files. */
export default function setup() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  execFileSync(process.execPath, [join(root, 'tools', 'ready.js'), 'console', 'dist'], { cwd: root })
}
