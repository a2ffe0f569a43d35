import { importRows } from '../../stack/import-rows.ts'
import { checkAxe } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test } from '../../stack/test.ts'
import { list, row, table } from './transactions.ts'

test('orders are filtered by a query, with completion, mistakes and filters to remove', async ({ page }) => {
  const buyer = { uid: 'query-buyer', name: 'Quentin Queryman' }
  await importRows('users', [{ uid: buyer.uid, displayName: buyer.name, email: null }])
  const sales = [await makeSale('query-one', { buyer }), await makeSale('query-two', { buyer })]
  const box = page.getByPlaceholder(/^Search/)
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const chips = page.getByRole('list', { name: 'Filters of the search' }).getByRole('listitem')
  await page.goto(list)

  await test.step('a suggestion is picked with the mouse', async () => {
    await box.fill('buyer:"Quentin Queryman" sta')
    await suggestions.getByRole('option', { name: 'state:' }).click()
    await suggestions.getByRole('option', { name: 'state:pending' }).click()
    await expect(box).toHaveValue('buyer:"Quentin Queryman" state:pending ')
    await expect(box).toBeFocused()
    await page.keyboard.type('price:>=$200')
    await page.keyboard.press('Enter')
    for (const { id } of sales) await expect(row(page, id)).toBeVisible()
    await expect(table(page).getByRole('row')).toHaveCount(3)
    await expect(chips).toHaveText(['buyer:"Quentin Queryman"', 'state:pending', 'price:>=$200'])
    await checkAxe(page, 'filters', ['search'])
  })

  await test.step('the query is in the URL; Back and Forward restore it', async () => {
    await expect(page).toHaveURL(/[?&]q=buyer/)
    await page.getByRole('button', { name: 'Remove state:pending' }).click()
    await expect(chips).toHaveText(['buyer:"Quentin Queryman"', 'price:>=$200'])
    await expect(box).toHaveValue('buyer:"Quentin Queryman" price:>=$200')
    await page.goBack()
    await expect(chips).toHaveCount(3)
    await page.reload()
    await expect(table(page).getByRole('row')).toHaveCount(3)
  })

  await test.step('a mistake is named below the field and changes nothing', async () => {
    const url = page.url()
    await box.fill('price:cheap')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(
      "'cheap' is no amount. Write it as in price:>$100, price:<=$20, price:$15 or price:>€50.",
    )
    await checkAxe(page, 'a mistake', ['search'])
    expect(page.url()).toBe(url)
    await expect(table(page).getByRole('row')).toHaveCount(3)
  })

  await test.step('a phrase finds its words in this order', async () => {
    await box.fill('"sale query two" disputed:no')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/dashboard/txns/${sales[1]?.id}`)
  })
})
