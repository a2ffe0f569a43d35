import { layoutShift, mostShift } from '../../stack/layout-shift.ts'
import { atProvider, makeSale } from '../../stack/sale.ts'
import { expect, test } from '../../stack/test.ts'
import { txnOf } from './transactions.ts'

test('nothing moves while a transaction loads: plain, disputed, and with a chargeback @slow', async ({
  page,
}) => {
  const sale = await makeSale('still')
  await atProvider('disputes', { payment_intent: sale.payment, due_in: 9 * 3600 })
  const states = { plain: txnOf('pending'), disputed: txnOf('changes-fail-disputed'), charged: sale.id }
  for (const [state, id] of Object.entries(states)) {
    const heading = page.getByRole('heading', { name: 'Transaction', exact: true })
    for (const [kind, open] of [
      ['cold', () => page.goto(`/dashboard/txns/${id}`)],
      ['warm', () => page.reload()],
    ] as const)
      await test.step(`${state}, ${kind}`, async () => {
        const { sum, moved } = await layoutShift(page, async () => {
          await open()
          await expect(heading).toBeVisible()
        })
        expect(sum, moved.join('\n')).toBeLessThanOrEqual(mostShift)
      })
    // What staff do, and by when, is in the head.
    if (state === 'disputed') await expect(page.getByText(/^Decide by \w+ \d/)).toBeVisible()
    if (state === 'charged') await expect(page.getByText(/^Answer the bank by \w+ \d/)).toBeVisible()
    if (state === 'charged')
      await expect(page.getByRole('region', { name: 'Chargeback' })).toContainText('has taken back')
  }
})
