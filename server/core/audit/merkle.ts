import { createHash } from 'node:crypto'

// The Merkle tree of RFC 6962: a leaf's hash begins with 0, a node's with 1. verify-proof.js has the check of a path.

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const digestOf = (text: string): Buffer => sha256(text)
export const leafOf = (text: string): Buffer => sha256('\0', text)

/** The levels of the tree over some leaves, from the leaves to the root. The last node of an odd level rises as it is. */
export function treeOf(leaves: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level
    level = Array.from({ length: Math.ceil(below.length / 2) }, (_, at) => {
      const [left, right] = below.slice(2 * at, 2 * at + 2)
      return left && right ? sha256('\x01', left, right) : (left ?? sha256())
    })
  }
  return levels
}

/** Its root in hex. That of no leaves is the digest of nothing. */
export const rootOf = (tree: readonly (readonly Buffer[])[]): string =>
  (tree.at(-1)?.[0] ?? sha256()).toString('hex')

/** The path from a leaf to the root: the siblings, in hex. */
export const pathOf = (tree: readonly (readonly Buffer[])[], index: number): string[] =>
  tree.slice(0, -1).flatMap((level, height) => {
    const sibling = level[(index >> height) ^ 1]
    return sibling ? [sibling.toString('hex')] : []
  })
