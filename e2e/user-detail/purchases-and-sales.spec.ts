import { expect, named, quiet, test, toast, watchCalls } from '../stack/test.ts'
import { cells, of, section } from './sections.ts'

test.describe('purchases and sales', () => {
  test("[ACC-07] [ACC-08] [API-22] one call, split by the person's side", async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto('/user-detail/sentinel-account')
    const titles = (name: string) => section(page, name).locator('a[href^="/dashboard/txns/"]')
    await expect(titles('Purchases')).toHaveText(['Account Sale 2', 'Account Sale 1'])
    await expect(titles('Sales')).toHaveText(['Account Sale 5', 'null', 'Account Sale 3'])
    const path = `GET ${of('sentinel-account', '/transactions')}`
    expect(calls.map(named).filter((name) => name === path)).toHaveLength(1)
  })

  test('a cell: picture, title, price, date, status; all of it is the link (D-042)', async ({ page }) => {
    await page.goto('/user-detail/sentinel-account')
    const sale = cells(page, 'Sales').filter({ hasText: 'Account Sale 3' })
    await expect(sale).toContainText('Complete')
    await expect(sale).toContainText('Delivered')
    await expect(sale).toContainText('$10.03')
    await expect(sale.locator('time')).toHaveText(/^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/)
    await expect(sale.locator('img')).toHaveAttribute(
      'src',
      /\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
    )
    await expect(sale.getByRole('link', { name: 'Sentinel Account Twin' })).toHaveAttribute(
      'href',
      '/user-detail/sentinel-account-twin',
    )
    // Values without a name (D-054), and no picture.
    const odd = cells(page, 'Sales').nth(1)
    await expect(odd).toHaveText(/^nullnullnullTo null\$10\.04/)
    await expect(odd.locator('[data-missing-picture]')).toBeVisible()
    await sale.click({ position: { x: 20, y: 20 } })
    await expect(page).toHaveURL('/dashboard/txns/sentinel-account-txn-3')
  })

  test("[ACC-09] a failed load says 'There was an error loading this txn's details', once", async ({
    page,
  }) => {
    await page.goto('/user-detail/sentinel-tabs-fail')
    await expect(toast(page, "There was an error loading this txn's details")).toHaveRole('alert')
    await expect(page.locator('[data-toast]')).toHaveCount(1)
  })

  test('a list of more than 200 has more pages', async ({ page }) => {
    await page.goto('/user-detail/sentinel-many')
    await expect(cells(page, 'Sales')).toHaveCount(200, { timeout: 15_000 })
    // Then all sections have their size: the button does not move.
    await expect(page.getByRole('heading', { name: /^Denied Listings \(/ })).toBeVisible()
    await quiet(page)
    await section(page, 'Sales').getByRole('button', { name: 'Load more' }).click()
    await expect(cells(page, 'Sales')).toHaveCount(205)
    await expect(section(page, 'Sales').getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })
})
