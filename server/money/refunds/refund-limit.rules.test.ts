import { expect, test } from 'vitest'
import type { Settings } from '../../core/call/context.ts'
import { limitsIn } from './refund-limit.ts'

const settings = {
  ...{ currency: 'USD', refundAlone: 500, refundAloneDay: 2000 },
  refundAloneOthers: { EUR: { alone: 450, day: 1800 }, JPY: { alone: 70_000, day: 300_000 } },
} as unknown as Settings
const limits = (currencies: string[], alone: number | null = null, day: number | null = null) =>
  Object.values(limitsIn(currencies, settings, { alone, day }))

test.each([
  ['the default currency', ['USD'], null, null, [500, 2000]],
  ['no transaction', [], null, null, [500, 2000]],
  ['another currency with limits', ['EUR'], null, null, [450, 1800]],
  ['one without', ['KWD'], null, null, [0, 0]],
  ['two at once', ['EUR', 'USD'], null, null, [0, 0]],
  ['a role with a lower limit', ['USD'], 100, 500, [100, 500]],
  ['a role with a lower limit, in the same share', ['JPY'], 100, 500, [14_000, 75_000]],
  ['a role with a higher limit', ['EUR'], 9000, 9000, [450, 1800]],
  ['a role that refunds nothing alone', ['EUR'], 0, null, [0, 1800]],
])('the limits of %s', (_, currencies, alone, day, expected) => {
  expect(limits(currencies, alone, day)).toEqual(expected)
})

test('a role that refunds nothing alone, where the environment allows it in another currency only', () => {
  const only = { ...settings, refundAlone: 0 }
  expect(limitsIn(['EUR'], only, { alone: 0, day: null }).alone).toBe(0)
  expect(limitsIn(['EUR'], only, undefined).alone).toBe(450)
})
