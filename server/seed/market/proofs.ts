import { Random } from '../random.ts'
import type { DemoDevice, Person, Proofs } from '../rows.ts'
import { ago } from '../world.ts'

const digits = (random: Random) => String(100_000 + random.below(900_000))

/** A device of a person: a telephone or a browser that they sign in with. */
export function deviceOf(
  random: Random,
  { uid }: Person,
  created_at: string,
  change: Partial<DemoDevice> = {},
): DemoDevice {
  const id = [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-')
  return { id, device_id: id, uid, code: digits(random), created_at, verification_status: 1, ...change }
}

/** Verified devices, the codes of the last month, and gift cards. */
export function makeProofs(people: Person[], now: number): Proofs {
  const devices = people.flatMap((one, at) => {
    const random = Random.ofRecord(10, at)
    const since = (now - Date.parse(one.created_at ?? '')) / 3_600_000
    const count = random.chance(45) ? 0 : random.chance(85) ? 1 : 2
    return Array.from({ length: count }, () => deviceOf(random, one, ago(now, random.next() * since)))
  })
  const codes = people.slice(20, 120).map((one, at) => {
    const random = Random.ofRecord(11, at)
    const since = (now - Date.parse(one.created_at ?? '')) / 3_600_000
    return {
      id: `code-${random.letters(12)}`,
      uid: one.uid,
      code: digits(random),
      created_at: ago(now, Math.min(since, 0.2 + at * 7)),
    }
  })
  const card = (code: string, cents: number, at: number) => ({
    code,
    cents,
    created_at: ago(now, 24 * (40 + at)),
    redeemed_by: null,
    redeemed_at: null,
  })
  return {
    devices,
    codes,
    giftCards: [
      ...Array.from({ length: 20 }, (_, at) => card(`GIFT-${1000 + at}`, 1000, at)),
      card('GIFT-SPRING-25', 2500, 150),
      card('GIFT-50', 5000, 12),
    ],
  }
}
