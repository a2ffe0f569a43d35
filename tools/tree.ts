import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Runs a check of this folder on a repository of only these files, and returns its findings. */
export function foundIn(check: (root: string) => string[], files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'portreeve-check-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return check(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
