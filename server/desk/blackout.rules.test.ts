import { describe, expect, test } from 'vitest'
import { blackout, type Known } from './blackout.ts'

const nobody = { emails: [], phones: [], addresses: [], ids: [] }
const own: Known = {
  ...nobody,
  ...{ uid: 'uid-own-1', called: 'Olga Own', names: ['Olga Own'], emails: ['olga@mail.example'] },
  ...{ phones: ['+1 555 010 7777'], addresses: ['203.0.113.7'] },
}
const anna: Known = {
  ...nobody,
  ...{ uid: 'uid-anna-22', called: 'Person A', names: ['Anna Müller'], emails: ['Anna@mail.example'] },
  ...{ phones: ['+49 171 2345678'], addresses: ['2001:db8::7', '198.51.100.4'], ids: ['cus_anna1234'] },
}
const support: Known = { ...nobody, uid: 'staff-1', called: 'Support A', names: ['Sam Staff'] }

const wang: Known = {
  ...{ ...nobody, uid: 'bo', called: 'Person B', names: ['王小明'], addresses: ['2a00::5'] },
}
const { black, blackId } = blackout(own, [anna, wang, support], ['order-20261234'])
const here = new Set([anna.uid])
const shown = (text: string, present: ReadonlySet<string> = here) => black(text, present)

describe('hidden with its ground beside it', () => {
  test.each([
    ['I am Anna Müller.', 'I am █████ [name of Person A].'],
    ['anna MULLER here', '█████ [name of Person A] here'],
    ['Anna’s bike', '█████ [name of Person A] bike'],
    ['call 0171 234-5678 now', 'call █████ [phone number of Person A] now'],
    ['ANNA@mail.example!', '█████ [email address of Person A]!'],
    ['or bob@other.example', 'or █████ [email address of another person]'],
    ['+44 20 7946 0958', '█████ [phone number of another person]'],
    ['from 198.51.100.4', 'from █████ [IP address of Person A]'],
    ['from 2001:db8::7.', 'from █████ [IP address of Person A].'],
    ['cus_anna1234, uid-anna-22', '█████ [id of Person A], █████ [id of Person A]'],
    ['uid-anna-22_uid-own-1', '█████ [id of Person A]_uid-own-1'],
    ['Sam Staff wrote', '█████ [name of Support A] wrote'],
    ['I am annamuller', 'I am █████ [name of Person A]'],
    ['见王小明了', '见█████ [name of Person B]了'],
    ['https://x.example/uid-anna-22.jpg.', 'https://x.example/█████ [id of Person A].jpg.'],
    ['2026-05-03 0171 2345678', '2026-05-03 █████ [phone number of Person A]'],
    ['WhatsApp01712345678ok', 'WhatsApp█████ [phone number of Person A]ok'],
    [
      '0171 2345678 +44 20 7946 0958',
      '█████ [phone number of Person A] █████ [phone number of another person]',
    ],
    ['uid-anna-22@mail.example', '█████ [email address of another person]'],
    ['see bob@uid-anna-22', 'see bob@█████ [id of Person A]'],
    ['from 2a00::5', 'from █████ [IP address of Person B]'],
  ])('%s', (text, expected) => expect(shown(text)).toBe(expected))
})

describe('shown', () => {
  test.each([
    'olga@mail.example, 555-010-7777, 203.0.113.7, uid-own-1',
    'Olga Own wrote on 2026-05-03 10:00',
    'order 20261234 for $1,234.56',
    'Annabel and the same sample',
    'version 1.2.3, at 10:30:15, on 03.05.2026 or 12/31/2026',
  ])('%s', (text) => expect(shown(text)).toBe(text))

  test('a part of a name in a record of other people', () => {
    expect(shown('Anna', new Set())).toBe('Anna')
    expect(shown('Anna Müller', new Set())).toBe('█████ [name of Person A]')
  })
})

test('ids of conversations lose the ids of others, also short ones, and nothing else', () => {
  expect(blackId('uid-own-1_bo')).toBe('uid-own-1_█████ [id of Person B]')
  expect(blackId('bo_uid-own-1')).toBe('█████ [id of Person B]_uid-own-1')
  expect(blackId('team_12345678-9012-bobo')).toBe('team_12345678-9012-bobo')
})

test('a long text takes no long time, with and without spaces', () => {
  const many = Array.from({ length: 400 }, (_, n) => ({
    ...anna,
    ...{ uid: `uid-${n}`, names: [`First${n} Last${n}`] },
  }))
  const { black } = blackout(own, many, [])
  const long = 'a1:.@ '.split('').map((one) => one.repeat(100_000))
  for (const text of ['First1 and some words 12 34 1.2.3 a@b '.repeat(10_000), ...long])
    expect(black(text, here).length).toBeGreaterThanOrEqual(100_000)
})
