import { existsSync, readFileSync } from 'node:fs'
import { fingerprintOf, verifyProof } from './core/audit/verify-proof.js'
import { program } from './program.ts'

/** The command's usage. --help prints it. */
export const verifyUsage = `Usage: ${program} verify FILE [KEY]

  FILE      a proof bundle: the signed JSON of a case file with a proof (docs/export.md). It needs no database, secret or network
  KEY       the fingerprint of the server's key, or its saved /.well-known/portreeve-audit.json. Without it, compare the printed one
`

/** `portreeve verify`. Returns the exit code: 1 when the bundle is not genuine. */
export async function verifyCommand(words: string[]): Promise<number> {
  const [file, key] = words
  if (file === undefined || words.length > 2) {
    console.error(verifyUsage)
    return 2
  }
  const { faults, lines } = await verifyProof(readFileSync(file, 'utf8'), await trustedIn(key))
  for (const line of lines) console.info(line)
  for (const fault of faults) console.error(fault)
  console.info(
    faults.length > 0 ? 'NOT genuine' : key === undefined ? 'whole, if the key is the server’s' : 'genuine',
  )
  return faults.length > 0 ? 1 : 0
}

/** The fingerprints of the keys in a saved file, computed again, or the one that was typed. */
async function trustedIn(key: string | undefined): Promise<string[] | undefined> {
  if (key === undefined || !existsSync(key)) return key === undefined ? undefined : [key.trim().toLowerCase()]
  const { keys } = JSON.parse(readFileSync(key, 'utf8')) as { keys: { x: string }[] }
  return Promise.all(keys.map(({ x }) => fingerprintOf(x)))
}
