import { answered, expect, sent, test, toast } from '../stack/test.ts'
import { list, ofSentinels, row, table, txnOf, type Wire } from './transactions.ts'

const listCall = 'GET /v1/admin/transactions'
const purchaseDate = /^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/

test.describe('the list', () => {
  test("[TXN-01] [TXN-03] [TXN-75] [API-36] its columns with the server's values", async ({ page }) => {
    const request = sent(page, listCall)
    const answer = answered(page, listCall)
    await page.goto(list)
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
        shown(one.product_title),
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

  test('[TXN-04] a row is a link to its transaction, in a new tab, clicked anywhere', async ({
    page,
    context,
  }) => {
    await page.goto(ofSentinels)
    const link = row(page, txnOf('pending')).getByRole('link')
    await expect(link).toHaveAttribute('href', `/dashboard/txns/${txnOf('pending')}`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await row(page, txnOf('pending')).getByRole('cell').nth(9).click({ force: true })
    await expect(await opened).toHaveURL(`/dashboard/txns/${txnOf('pending')}`)
    await expect(page).toHaveURL(ofSentinels)
  })

  test("[TXN-05] [TXN-06] [FMT-06] dates and money in the specification's format", async ({ page }) => {
    const answer = answered(page, listCall)
    await page.goto(ofSentinels)
    const { data } = (await (await answer).json()) as { data: Wire[] }
    expect(data.find(({ id }) => id === txnOf('price'))?.price).toBe(1999)
    const cells = row(page, txnOf('price')).getByRole('cell')
    await expect(cells.nth(8)).toHaveText('$19.99')
    await expect(cells.nth(9)).toHaveText(purchaseDate)
  })

  test('[TXN-62] [TXN-63] [TXN-64] [TXN-65] [TXN-66] [TXN-67] the words of the status', async ({ page }) => {
    await page.goto(ofSentinels)
    for (const [name, words] of [
      ['complete', 'Complete'],
      ['pending', 'Pending'],
      ['seller-cancelled', 'Seller cancelled'],
      ['failed-to-ship', 'Failed to ship'],
      ['refunded', 'Disputed and refunded'],
      ['odd', 'null'],
    ] as const)
      await expect(row(page, txnOf(name)).getByRole('cell').nth(7), name).toHaveText(words)
  })

  test('[TXN-68] [TXN-69] [TXN-70] [TXN-71] [TXN-72] [TXN-73] [TXN-74] the words of shipping and payout', async ({
    page,
  }) => {
    await page.goto(ofSentinels)
    for (const [name, shipping, payout] of [
      ['complete', 'Delivered', 'Paid (sent)'],
      ['pending', 'En route', 'Not paid (not sent)'],
      ['failed-to-ship', 'Not shipped', 'Not paid (not sent)'],
      ['odd', 'null', 'null'],
      ['nulls', 'null', 'null'],
    ] as const) {
      const cells = row(page, txnOf(name)).getByRole('cell')
      await expect(cells.nth(6), name).toHaveText(shipping)
      await expect(cells.nth(10), name).toHaveText(payout)
    }
  })

  test('a missing picture has a placeholder', async ({ page }) => {
    await page.goto(ofSentinels)
    await expect(row(page, txnOf('nulls')).locator('[data-missing-picture]')).toBeVisible()
    await expect(row(page, txnOf('pending')).getByRole('cell').first().locator('img')).toHaveAttribute(
      'src',
      /\/images\//,
    )
  })

  test("[API-37] 'Cancel risk' asks for the risky ones, and is off by default", async ({ page }) => {
    await page.goto(list)
    const box = page.getByRole('checkbox', { name: 'Cancel risk' })
    await expect(box).not.toBeChecked()
    await expect(table(page).getByRole('row')).toHaveCount(101)
    const answer = answered(page, listCall)
    await box.check()
    const url = new URL((await answer).url())
    expect(url.search).toBe('?limit=100&cancel_risk=true')
    await expect(page).toHaveURL(`${list}?cancel_risk=true`)
    const { data } = (await (await answer).json()) as { data: Wire[] }
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ status, shipping_status }) => status === 2 && shipping_status === 3)).toBe(true)
    await page.reload()
    await expect(box).toBeChecked()
  })

  test('filters are in the address, narrow the list, and Back restores the previous ones', async ({
    page,
  }) => {
    await page.goto(list)
    const filters = page.getByRole('search', { name: 'Filters' })
    await filters.getByLabel('Buyer or seller (UID)').fill('sentinel-seller')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${list}?person=sentinel-seller`)
    await expect(filters.getByLabel('Buyer or seller (UID)')).toBeFocused()
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
    await expect(filters.getByLabel('Buyer or seller (UID)')).toHaveValue('')
    await page.goForward()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(list)
  })

  test('amounts are typed in dollars and sent in cents; an invalid amount shows an error', async ({
    page,
  }) => {
    await page.goto(ofSentinels)
    await expect(row(page, txnOf('pending'))).toBeVisible()
    const answer = answered(page, listCall)
    await page.getByLabel('Price to').fill('$19.99')
    await page.keyboard.press('Enter')
    expect(new URL((await answer).url()).searchParams.get('max')).toBe('1999')
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, txnOf('price'))).toBeVisible()
    await page.getByLabel('Price to').fill('abc')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not an amount')).toBeVisible()
    await expect(row(page, txnOf('pending'))).toBeVisible()
  })

  test('the last day of a span counts in whole, and other filters are sent by their names', async ({
    page,
  }) => {
    const request = sent(page, listCall)
    await page.goto(`${list}?shipping=2&payout=2&dispute=none&from=2020-01-05&to=2020-01-05`)
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

  test("'Load more' resumes after the previous page", async ({ page }) => {
    await page.goto(list)
    await expect(table(page).getByRole('row')).toHaveCount(101)
    const answer = answered(page, listCall)
    await page.getByRole('button', { name: 'Load more' }).click()
    expect(new URL((await answer).url()).searchParams.get('cursor')).toBeTruthy()
    await expect(table(page).getByRole('row')).toHaveCount(201)
    const ids = await table(page)
      .getByRole('row')
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(new Set(ids).size).toBe(200)
  })

  test('the head stays in sight, and nothing beyond the table scrolls', async ({ page }) => {
    await page.goto(list)
    await expect(table(page).getByRole('row')).toHaveCount(101)
    await table(page).getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'ITEM' })).toBeInViewport()
    await expect(page.getByRole('checkbox', { name: 'Cancel risk' })).toBeInViewport()
  })

  test('a failed load shows a toast and a lasting error, with Retry (D-053)', async ({ page }) => {
    await page.goto(`${list}?person=sentinel-load-fails`)
    await expect(toast(page, 'Error loading transaction.')).toHaveRole('alert')
    await expect(page.getByText('The transactions could not be loaded.')).toBeVisible()
    await expect(page.getByText('No transactions')).toHaveCount(0)
    const again = answered(page, listCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await again).status()).toBe(500)
  })
})
