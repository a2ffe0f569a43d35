import { announce, type Data } from './data.ts'
import { album } from './photos.ts'

const names = [
  'Amelie Roth, Bruno Costa, Chidi Okeke, Dina Farouk, Emil Larsen, Farah Nasser, Goran Ilić, Hana Mori, Ines Duarte',
  'Jonas Weber, Kofi Mensah, Lena Novak, Mateo Rivas, Nadia Petrova, Omar Haddad, Petra Svensson, Quentin Leroy',
  'Rosa Marino, Sven Aalto, Tara Walsh',
].flatMap((some) => some.split(', '))
const goods = ['Desk lamp, brass', 'Acoustic guitar', 'Hiking boots, size 43', 'Steel watch']

/** Adds twenty people, of whom none exists, and some listings. Portreeve gets them as it gets all later changes. */
export function settle(data: Data): void {
  for (const [at, name] of names.entries()) {
    const day = new Date(Date.now() - (at + 1) * 86_400_000).toISOString()
    const [first = ''] = name.toLowerCase().split(' ')
    const [seller, id] = [`example-${first}`, `example-listing-${at + 1}`]
    const phone = `+155501700${String(at).padStart(2, '0')}`
    const person = { name, email: `${first}@example.com`, phone, joined: day, blocked: null }
    data.people[seller] = { ...person, verified: at % 2 === 0 }
    announce(data, 'people', seller)
    const title = goods[at]
    if (title === undefined) continue
    const written = { seller, title, description: 'Used, and works.', price: 2500 + 1000 * at, posted: day }
    const photo = Object.keys(album)[at]
    // One of them is sold in euros.
    const currency = at === 3 ? 'EUR' : 'USD'
    const shown = { ...written, ...(photo !== undefined && { photo }) }
    data.listings[id] = { ...shown, currency, state: 'approved', reason: null, sold: false, removed: false }
    announce(data, 'listings', id)
  }
}
