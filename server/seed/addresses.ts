import type { Order, ShipTo } from '@portreeve/contract/money/orders'
import type { Person } from './rows.ts'

const streets = ['Main Street', 'Oak Avenue', 'Harbor Road', 'Mill Lane', 'Station Street', 'Hill Road']
const cities = [
  ['Boston', 'MA', '02101'],
  ['Portland', 'OR', '97201'],
  ['Austin', 'TX', '73301'],
  ['Madison', 'WI', '53701'],
  ['Savannah', 'GA', '31401'],
] as const

/** Orders with made-up addresses of their buyers: the same each time, and without a draw of the world's chance. */
export function withAddresses(orders: readonly Order[], people: readonly Person[]): (Order & ShipTo)[] {
  const names = new Map(people.map(({ uid, displayName }) => [uid, displayName]))
  return orders.map((order) => {
    const number = [...order.buyer_uid].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
    const [city, region, code] = cities[number % cities.length] ?? cities[0]
    return {
      ...order,
      ship_to_name: names.get(order.buyer_uid) ?? null,
      ship_to_line1: `${(number % 220) + 1} ${streets[number % streets.length]}`,
      ship_to_line2: number % 4 === 0 ? `Apt ${(number % 30) + 1}` : null,
      ...{ ship_to_city: city, ship_to_region: region, ship_to_postal_code: code, ship_to_country: 'US' },
    }
  })
}
