import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Sums of amounts that have no currency of their own: they are in the environment's (decision 44). */
const inOne = ['people/user-effect.ts: sum(price)']

const amount =
  /\bsum\(\s*([\w.]*\.)?(cents|amount|price|withdrawn|fee|refunded_cents|shipping_cost|available_balance)\b/g
/** What a sum of one currency says near itself: the currency, or the one record whose amounts it adds. */
const isOfOne =
  /\bcurrency\b|\b(transaction_id|transaction|entry_id|entry|group_id|order_id|payment_id) (=|<>) /

test('each sum of amounts in SQL is of one currency, or of one record', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const sums = files
    .filter(
      (file) =>
        /\.(ts|sql)$/.test(file) && !/\.test\.ts$|^testing\/|migrations\/|queries\/|node_modules/.test(file),
    )
    .flatMap((file) => {
      const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      return [...text.matchAll(amount)].map(({ 0: sum, index }) => {
        const lines = text.slice(0, index).split('\n')
        const near = text.split('\n').slice(Math.max(0, lines.length - 6), lines.length + 6)
        return { name: `${file}: ${sum})`, isRight: isOfOne.test(near.join('\n')) }
      })
    })
  expect(sums.length).toBeGreaterThan(10)
  expect(
    sums.filter(({ isRight, name }) => !isRight && !inOne.includes(name)).map(({ name }) => name),
  ).toEqual([])
})
