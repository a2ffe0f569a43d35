import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leafOf, pathOf, rootOf, treeOf } from './merkle.ts'
import { canonical, rootOf as rootByPath } from './verify-proof.js'

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const leaves = (count: number) => Array.from({ length: count }, (_, at) => leafOf(`row ${at}`))

/** The definition of RFC 6962, section 2.1, word for word. */
function defined(list: readonly Buffer[]): Buffer {
  const [only] = list
  if (!only) return sha256()
  if (list.length === 1) return only
  let split = 1
  while (split * 2 < list.length) split *= 2
  return sha256(Buffer.of(1), defined(list.slice(0, split)), defined(list.slice(split)))
}

describe('the tree', () => {
  test('has the root that RFC 6962 defines, at every size', () => {
    for (let size = 0; size <= 70; size++)
      expect(rootOf(treeOf(leaves(size)))).toBe(defined(leaves(size)).toString('hex'))
  })

  test('has a path from every leaf to the root, which proves no other leaf, place or size', async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 33]) {
      const tree = treeOf(leaves(size))
      for (const [at, leaf] of leaves(size).entries()) {
        const by = (index: number, of = size, path = pathOf(tree, at), from = leaf) =>
          rootByPath(from.toString('hex'), index, of, path)
        expect(await by(at)).toBe(rootOf(tree))
        expect(await by(at, size, [...pathOf(tree, at), rootOf(tree)])).toBeNull()
        expect(await by(at, size, pathOf(tree, at), leafOf('another'))).not.toBe(rootOf(tree))
        for (const wrong of [at + 1, at - 1, at ^ 1, size])
          if (wrong !== at) expect(await by(wrong)).not.toBe(rootOf(tree))
      }
    }
  })

  test('takes no node for a leaf', () => {
    const [one, two] = leaves(2) as [Buffer, Buffer]
    expect(leafOf(Buffer.concat([one, two]).toString('latin1'))).not.toEqual(defined([one, two]))
  })
})

describe('canonical JSON', () => {
  test('is the same for the same value in any order, and reads back as the value', () => {
    const shuffled = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shuffled)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, one]) => [key, shuffled(one)]),
            )
          : value
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value)
        expect(canonical(shuffled(value))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('is that of RFC 8785', () => {
    const value = { '€': 'Euro', '\r': 'CR', '1': 1e21, ö: [1.5, -0, null, true], '\u{1f600}': '\u000f"\\' }
    expect(canonical(value)).toBe(
      '{"\\r":"CR","1":1e+21,"ö":[1.5,0,null,true],"€":"Euro","\u{1f600}":"\\u000f\\"\\\\"}',
    )
  })
})
