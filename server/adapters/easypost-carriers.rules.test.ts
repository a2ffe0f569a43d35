import { expect, test } from 'vitest'
import { carrierName } from './easypost-carriers.ts'

test('a carrier is found however people write it; an unknown one stays as it is', () => {
  const names = [' UPS ', 'U.S.P.S.', 'Royal Mail', 'fed-ex', 'DHL Express', 'Canada Post', 'Federal Express']
  expect(names.map(carrierName)).toEqual([
    ...['UPS', 'USPS', 'RoyalMail', 'FedEx', 'DHLExpress', 'CanadaPost', 'FedEx'],
  ])
  expect([carrierName(' Pigeon Post '), carrierName('')]).toEqual(['Pigeon Post', ''])
})
