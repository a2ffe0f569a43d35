import type { Page } from '@playwright/test'
import { checkAxe } from '../../stack/page-parts.ts'
import { answered, expect, follow, named, sent, test, toast, withoutLive } from '../../stack/test.ts'
import { list, ofSentinels, row, table, txnOf, type Wire } from './transactions.ts'

const listCall = 'GET /v1/admin/transactions'
const searchCall = 'GET /v1/admin/orders/search'
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const purchaseDate = /^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/

test('the whole list is read, scrolled and continued @slow', async ({ page }) => {
  // A sale of another test would move the last row out of the page.
  await withoutLive(page)
  const request = sent(page, listCall)
  const answer = answered(page, listCall)
  await page.goto(list)

  await test.step("[TXN-01] [TXN-03] [TXN-75] [API-36] its columns with the server's values", async () => {
    expect(new URL((await request).url()).search).toBe('?limit=100')
    const { data } = (await (await answer).json()) as { data: Wire[] }
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'Image',
      'ITEM',
      'ID',
      'Public ID',
      'SELLER',
      'BUYER',
      'SHIPPING STATUS',
      'STATUS',
      'PRICE',
      'PURCHASE DATE',
      'PAYOUT STATUS',
    ])
    expect(data.length).toBe(100)
    await expect(table(page).getByRole('row')).toHaveCount(101)
    for (const at of [0, 1, 50, 99]) {
      const one = data[at] as Record<string, string | number | null>
      const shown = (text: unknown) => (text === null ? 'null' : String(text))
      await expect(row(page, String(one.id)).getByRole('cell')).toHaveText([
        '',
        // The desk's flags may stand below the title.
        new RegExp(`^${escaped(shown(one.product_title))}`),
        String(one.id),
        shown(one.public_id),
        shown(one.seller_display_name),
        shown(one.purchaser_display_name),
        /\w/,
        /\w/,
        `$${(Number(one.price) / 100).toFixed(2)}`,
        purchaseDate,
        /\w/,
      ])
    }
  })

  await test.step('the head stays in sight, and nothing beyond the table scrolls', async () => {
    await table(page).getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'ITEM' })).toBeInViewport()
    await expect(page.getByRole('checkbox', { name: 'Cancel risk' })).toBeInViewport()
  })

  await test.step("'Load more' resumes after the previous page", async () => {
    const more = page.waitForResponse(
      (response) =>
        named(response.request()) === listCall && new URL(response.url()).searchParams.has('cursor'),
    )
    await page.getByRole('button', { name: 'Load more' }).click()
    expect(new URL((await more).url()).searchParams.get('cursor')).toBeTruthy()
    await expect(table(page).getByRole('row')).toHaveCount(201)
    const ids = await table(page)
      .getByRole('row')
      .locator('a[href^="/dashboard/txns/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(new Set(ids).size).toBe(200)
  })

  await test.step("[API-37] 'Cancel risk' queries the risky ones, is off by default, and survives a reload", async () => {
    const box = page.getByRole('checkbox', { name: 'Cancel risk' })
    await expect(box).not.toBeChecked()
    const risky = page.waitForResponse(
      (response) =>
        named(response.request()) === listCall && new URL(response.url()).searchParams.has('cancel_risk'),
    )
    // Not `check`: the box shows the address, which is rendered after the click.
    await box.click()
    expect(new URL((await risky).url()).search).toBe('?limit=100&cancel_risk=true')
    await expect(page).toHaveURL(`${list}?cancel_risk=true`)
    const { data } = (await (await risky).json()) as { data: Wire[] }
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ status, shipping_status }) => status === 2 && shipping_status === 3)).toBe(true)
    await page.reload()
    await expect(box).toBeChecked()
  })
})

test('the rows of a person are read, and the list is filtered', async ({ page, context }) => {
  const answer = answered(page, searchCall)
  await page.goto(ofSentinels)
  const cellsOf = (name: string) => row(page, txnOf(name)).getByRole('cell')

  await test.step("[TXN-05] [TXN-06] [FMT-06] dates and money in the specification's format", async () => {
    const { data } = (await (await answer).json()) as { data: { rows: Wire[] } }
    expect(data.rows.find(({ id }) => id === txnOf('price'))?.price).toBe(1999)
    await expect(cellsOf('price').nth(8)).toHaveText('$19.99')
    await expect(cellsOf('price').nth(9)).toHaveText(purchaseDate)
  })

  await test.step('[TXN-62] [TXN-63] [TXN-64] [TXN-65] [TXN-66] [TXN-67] the words of the status', async () => {
    for (const [name, words] of [
      ['complete', 'Complete'],
      ['pending', 'Pending'],
      ['seller-cancelled', 'Seller cancelled'],
      ['failed-to-ship', 'Failed to ship'],
      ['refunded', 'Disputed and refunded'],
      ['odd', 'null'],
    ] as const)
      await expect(cellsOf(name).nth(7), name).toHaveText(words)
  })

  await test.step('[TXN-68] [TXN-69] [TXN-70] [TXN-71] [TXN-72] [TXN-73] [TXN-74] the words of shipping and payout', async () => {
    for (const [name, shipping, payout] of [
      ['complete', 'Delivered', 'Paid (sent)'],
      ['pending', 'En route', 'Not paid (not sent)'],
      ['failed-to-ship', 'Not shipped', 'Not paid (not sent)'],
      ['odd', 'null', 'null'],
      ['nulls', 'null', 'null'],
    ] as const) {
      await expect(cellsOf(name).nth(6), name).toHaveText(shipping)
      await expect(cellsOf(name).nth(10), name).toHaveText(payout)
    }
  })

  await test.step('a missing picture has a placeholder', async () => {
    await expect(row(page, txnOf('nulls')).locator('[data-missing-picture]')).toBeVisible()
    await expect(cellsOf('pending').first().locator('img')).toHaveAttribute('src', /\/images\//)
    await checkAxe(page, 'full')
  })

  await test.step('[TXN-04] a row is a link to its transaction, in a new tab, clicked anywhere', async () => {
    const link = row(page, txnOf('pending')).getByRole('link').first()
    await expect(link).toHaveAttribute('href', `/dashboard/txns/${txnOf('pending')}`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await cellsOf('pending').nth(9).click({ force: true })
    await expect(await opened).toHaveURL(`/dashboard/txns/${txnOf('pending')}`)
    await expect(page).toHaveURL(ofSentinels)
    await (await opened).close()
  })

  await test.step('the list is filtered, by persons, states, amounts and days', () => filter(page))
})

async function filter(page: Page) {
  await follow(page, list)
  const filters = page.getByRole('search', { name: 'Filters' })
  const person = filters.getByLabel('Buyer or seller')

  await test.step('filters are in the address, narrow the list, and Back restores the previous ones', async () => {
    await person.fill('sentinel-seller')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${list}?person=sentinel-seller`)
    await expect(person).toBeFocused()
    await filters.getByLabel('Status', { exact: true }).selectOption('Seller cancelled')
    await expect(page).toHaveURL(`${list}?person=sentinel-seller&status=3`)
    await expect(row(page, txnOf('seller-cancelled'))).toBeVisible()
    await expect(row(page, txnOf('pending'))).toHaveCount(0)
    // Every row but the head has that status, also when other tests cancel more.
    await expect(table(page).getByRole('row').filter({ hasNotText: 'Seller cancelled' })).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(`${list}?person=sentinel-seller`)
    await expect(filters.getByLabel('Status', { exact: true })).toHaveValue('')
    await expect(row(page, txnOf('pending'))).toBeVisible()
    await page.goBack()
    await expect(person).toHaveValue('')
    await page.goForward()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(list)
  })

  await test.step('amounts are typed in dollars and sent in cents; an invalid amount shows an error', async () => {
    await follow(page, ofSentinels)
    await expect(row(page, txnOf('pending'))).toBeVisible()
    // The list is also read again when another test changes a transaction.
    const answer = page.waitForResponse(
      (response) =>
        named(response.request()) === searchCall &&
        new URL(response.url()).searchParams.get('max') === '1999',
    )
    await page.getByLabel('Price to').fill('$19.99')
    await page.keyboard.press('Enter')
    await answer
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, txnOf('price'))).toBeVisible()
    await page.getByLabel('Price to').fill('abc')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not an amount')).toBeVisible()
    await expect(row(page, txnOf('pending'))).toBeVisible()
  })

  await test.step('the last day of a span counts in whole, and other filters are sent by their names', async () => {
    const request = page.waitForRequest(
      (one) => named(one) === listCall && new URL(one.url()).searchParams.has('from'),
    )
    await follow(page, `${list}?shipping=2&payout=2&dispute=none&from=2020-01-05&to=2020-01-05`)
    expect(Object.fromEntries(new URL((await request).url()).searchParams)).toEqual({
      limit: '100',
      shipping_status: '2',
      payout_status: '2',
      dispute: 'none',
      from: '2020-01-05T00:00:00.000Z',
      to: '2020-01-06T00:00:00.000Z',
    })
    await expect(page.getByText('No transactions match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(list)
    await expect(table(page).getByRole('row')).toHaveCount(101)
  })

  await test.step('a failed load shows a toast and a lasting error, with Retry (D-053)', async () => {
    await follow(page, `${list}?person=sentinel-load-fails`)
    await expect(toast(page, 'Error loading transaction.')).toHaveRole('alert')
    await expect(page.getByText('The transactions could not be loaded.')).toBeVisible()
    await expect(page.getByText('No transactions')).toHaveCount(0)
    const again = answered(page, searchCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })
}
