import { existsSync, readFileSync } from 'node:fs'
import type { SignedCaseFile } from '@portreeve/contract/desk/case-files'
import { readStamp } from '../adapters/timestamps.ts'
import { fingerprintOf, headText, verifyProof } from '../core/audit/verify-proof.js'
import { program } from '../settings/program.ts'

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
  const text = readFileSync(file, 'utf8')
  const { faults, lines } = await verifyProof(text, await trustedIn(key))
  if (faults.length === 0) checkStamps((JSON.parse(text) as SignedCaseFile).proof, { faults, lines })
  for (const line of lines) console.info(line)
  for (const fault of faults) console.error(fault)
  console.info(
    faults.length > 0 ? 'NOT genuine' : key === undefined ? 'whole, if the key is the server’s' : 'genuine',
  )
  return faults.length > 0 ? 1 : 0
}

/** Checks the time stamps of the heads, each by its own authority. */
function checkStamps(
  proof: SignedCaseFile['proof'],
  { faults, lines }: Awaited<ReturnType<typeof verifyProof>>,
) {
  for (const { n, first, last, root, heads, at, key, stamp } of proof ? [...proof.heads, proof.head] : [])
    try {
      if (stamp === undefined) continue
      const text = headText({ n, first, last, root, heads, at, key })
      const { at: existed, authority, certificate } = readStamp(Buffer.from(stamp, 'base64'), text)
      lines.push(
        `head ${n}, with rows up to ${last}, existed at ${existed}: stamped by ${authority}. COMPARE its certificate with that authority's: SHA-256 ${certificate}`,
      )
    } catch (error) {
      faults.push(`head ${n}: its time stamp ${(error as Error).message}`)
    }
}

/** The fingerprints of the keys in a saved file, computed again, or the one that was typed. */
async function trustedIn(key: string | undefined): Promise<string[] | undefined> {
  if (key === undefined || !existsSync(key)) return key === undefined ? undefined : [key.trim().toLowerCase()]
  const { keys } = JSON.parse(readFileSync(key, 'utf8')) as { keys: { x: string }[] }
  return Promise.all(keys.map(({ x }) => fingerprintOf(x)))
}
