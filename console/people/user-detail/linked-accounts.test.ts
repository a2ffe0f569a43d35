import type { Link, LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { describe, expect, it } from 'vitest'
import { columnsOf, evidenceWords, shared } from './linked-accounts.ts'
import { layOut } from './linked-accounts-layout.ts'

const ip: Link = { kind: 'ip', value: '203.0.113.9', uids: ['a', 'b'], shared_by: 12, weak: true }
const push: Link = { kind: 'push_id', value: 'x', uids: ['a', 'b', 'c'], shared_by: 3, weak: false }

describe('the words for evidence', () => {
  it('name the evidence and the number of accounts that share it', () => {
    expect(evidenceWords(push)).toBe('Push id x, shared by 3')
    expect(evidenceWords(ip)).toBe('IP 203.0.113.9, shared by 12, weak link')
    expect(evidenceWords({ ...ip, shared_by: 1000 })).toContain('shared by 1,000 or more')
  })
  it('name the evidence that two people share', () => {
    expect(shared([push, ip], 'a', 'b')).toBe('same push id, same IP (weak)')
    expect(shared([push, ip], 'a', 'c')).toBe('same push id')
  })
})

it('the columns of the matrix are the evidence of the person, then of the others, six at most', () => {
  const phone: Link = { kind: 'phone', value: '1', uids: ['b', 'c'], shared_by: 2, weak: false }
  expect(columnsOf([phone, push, ip], 'a')).toEqual([push, ip, phone])
  expect(columnsOf(Array(9).fill(phone), 'a')).toHaveLength(6)
})

describe('the layout', () => {
  const ringOf = (size: number): LinkedAccounts => {
    const uids = Array.from({ length: size }, (_, at) => `u${at}`)
    return {
      accounts: uids.map((uid) => ({ uid, displayName: uid, isBanned: false, created_at: null })),
      links: [
        { ...ip, uids },
        { ...push, uids: uids.slice(0, 5) },
      ],
      more: false,
    }
  }
  const signal = new AbortController().signal

  it.each([2, 12, 200])(
    'has %i people in its box and the shown one in the middle, and is deterministic',
    async (size) => {
      const linked = ringOf(size)
      const layout = await layOut(linked, 'u0', 960, signal)
      expect(layout.people.get('u0')).toEqual({ x: 480, y: Math.round(layout.height / 2) })
      for (const { x, y } of [...layout.people.values(), ...layout.evidence]) {
        expect(x).toBeGreaterThan(0)
        expect(x).toBeLessThan(960)
        expect(y).toBeGreaterThan(0)
        expect(y).toBeLessThan(layout.height)
      }
      expect(await layOut(linked, 'u0', 960, signal)).toEqual(layout)
    },
  )

  it('has no overlapping nodes if there is room', async () => {
    const { people, evidence } = await layOut(ringOf(6), 'u0', 960, signal)
    const all = [...people.values(), ...evidence]
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1))
        expect(Math.abs(one.x - other.x) > 50 || Math.abs(one.y - other.y) > 40).toBe(true)
  })

  it('stops on abort', async () => {
    const controller = new AbortController()
    const layout = layOut(ringOf(50), 'u0', 960, controller.signal)
    controller.abort()
    await expect(layout).rejects.toThrow()
  })
})
