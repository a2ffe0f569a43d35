import { machineScopes, recordScopes } from '@portreeve/contract/marketplace/machine-keys'
import { expect, test } from 'vitest'
import {
  endOf,
  keyState,
  networksIn,
  rotating,
  scopeGroups,
  scopesInWords,
  scopeWords,
  usageWords,
} from './words.ts'

const now = new Date('2026-03-01T12:00:00Z')
const key = (expires_at: string | null, revoked_at: string | null = null) => ({ expires_at, revoked_at })

test('every scope of the contract is in one group, and has words', () => {
  const grouped = scopeGroups.flatMap(({ choices }) => choices)
  expect(grouped.toSorted()).toEqual([...machineScopes].sort())
  expect(machineScopes.filter((scope) => scopeWords(scope) === scope)).toEqual([])
  expect(scopeWords('ingest.new_entity')).toBe('ingest.new_entity')
})

test('scopes are one sentence', () => {
  expect(scopesInWords(['ingest.users'])).toBe('Writes people')
  expect(scopesInWords(['ingest.listings', 'events.read', 'ingest.users'])).toBe(
    'Reads events; writes people and listings',
  )
  expect(scopesInWords(recordScopes)).toBe('Reads events; writes everything')
  expect(scopesInWords(['propose.money.refund', 'act.users.block'])).toBe(
    'May propose to refund a buyer; may block or unblock an account',
  )
})

test('a key is idle when its owner may not do what it acts', () => {
  const idle = (...idle_scopes: 'act.users.block'[]) =>
    keyState({ ...key(null), scopes: ['act.users.block'], idle_scopes }, now).word
  expect([idle(), idle('act.users.block')]).toEqual(['valid', 'idle'])
})

test('a key is valid, expires soon, expired or revoked', () => {
  expect(keyState(key(null), now).word).toBe('valid')
  expect(keyState(key('2026-03-15T12:00:00.001Z'), now).word).toBe('valid')
  expect(keyState(key('2026-03-15T12:00:00Z'), now).word).toBe('expires soon')
  expect(keyState(key('2026-03-01T12:00:00Z'), now).word).toBe('expired')
  expect(keyState(key(null, '2026-02-01T00:00:00Z'), now).word).toBe('revoked')
})

test('two valid keys of one name are a rotation', () => {
  const named = (name: string, revoked_at: string | null = null) => ({ name, ...key(null, revoked_at) })
  expect(rotating([named('Shop'), named('Shop'), named('App')], now)).toEqual(['Shop'])
  expect(rotating([named('Shop'), named('Shop', '2026-02-01T00:00:00Z')], now)).toEqual([])
})

test('a new key ends never, after some days, or with a local day', () => {
  expect(endOf('none', '', now)).toBeNull()
  expect(endOf('90', '', now)).toBe('2026-05-30T12:00:00.000Z')
  expect(endOf('date', '2026-03-31', now)).toMatch(/^2026-0(3-31|4-01)T/)
  expect(endOf('date', 'soon', now)).toBeUndefined()
})

test('networks are split by lines', () => {
  expect(networksIn(' 203.0.113.7\n\n2001:db8::/32, 10.0.0.0/8 ')).toEqual([
    '203.0.113.7',
    '2001:db8::/32',
    '10.0.0.0/8',
  ])
})

test('the use of a key is readable', () => {
  expect(usageWords(1, 1204)).toBe('30 days: 1 call, 1,204 rows')
  expect(usageWords(0, 1)).toBe('30 days: 0 calls, 1 row')
})
