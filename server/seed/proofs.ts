import type { Device } from '@portreeve/contract/devices'
import type { VerificationCode } from '@portreeve/contract/verification'
import type { People } from './people.ts'
import { Chance, later } from './world.ts'

/** Devices, codes and gift cards of people. */
export interface Proofs {
  devices: (Required<Device> & { uid: string })[]
  codes: (VerificationCode & { uid: string })[]
  giftCards: {
    code: string
    cents: number
    created_at: string
    redeemed_by: string | null
    redeemed_at: string | null
  }[]
}

/** Devices verified and not, codes, and gift cards open and redeemed. */
export function makeProofs(people: People, day: number): Proofs {
  const chance = new Chance(5, day)
  const devices: Proofs['devices'] = []
  for (const one of chance.some(people.ordinary, 900)) {
    const count = chance.oddly(15) ? chance.whole(2, 3) : 1
    for (let n = 0; n < count; n++) {
      const device = chance.faker.string.uuid()
      devices.push({
        id: device,
        device_id: chance.oddly(30) ? device : null,
        uid: one.uid,
        code: chance.oddly(4) ? null : chance.faker.string.numeric(6),
        created_at: chance.oddly(1) ? null : chance.daysAgo(0, 700),
        verification_status: chance.oddly(70) ? 1 : 0,
      })
    }
  }
  const codes: Proofs['codes'] = chance.some(people.ordinary, 160).map((one, at) => ({
    id: `code-${String(at + 1).padStart(4, '0')}`,
    uid: one.uid,
    code: chance.faker.string.numeric(6),
    created_at: at === 0 ? 'not a date' : chance.daysAgo(0, 30),
  }))
  const card = (code: string, cents: number): Proofs['giftCards'][number] => ({
    code,
    cents,
    created_at: chance.daysAgo(40, 200),
    redeemed_by: null,
    redeemed_at: null,
  })
  const redeemed = (code: string, cents: number) => {
    const made = card(code, cents)
    return {
      ...made,
      redeemed_by: chance.pick(people.ordinary).uid,
      redeemed_at: later(made.created_at, 300),
    }
  }
  const giftCards = [
    ...Array.from({ length: 20 }, (_, at) => card(`GIFT-${1000 + at}`, 1000)),
    redeemed('GIFT-USED', 1000),
    redeemed('GIFT-WINTER-25', 2500),
    card('GIFT-SPRING-25', 2500),
    card('GIFT-50', 5000),
    card('GIFT-1-CENT', 1),
  ]
  return { devices, codes, giftCards }
}
