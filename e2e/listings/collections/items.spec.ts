import { checkAxe } from '../../stack/page-parts.ts'
import { answered, expect, named, sent, slowNetwork, test, toast, watchCalls } from '../../stack/test.ts'
import { closeToasts } from '../../stack/toasts.ts'
import { box, callOf, cellOf, found, idOf, items, look, move, open, paste, search } from './collections.ts'

test('the items of collections are read and removed @slow', async ({ page }) => {
  await test.step('[COL-22] [API-63] the Items tab lists the items, each with Remove', async () => {
    await open(page, 'edit-1', '#items')
    await expect(items(page)).toHaveCount(3)
    await expect(items(page).first()).toContainText('Sentinel Curated 1')
    await expect(items(page).getByRole('button', { name: 'Remove', exact: true })).toHaveCount(3)
    const tab = page.getByRole('link', { name: 'Items', exact: true })
    await expect(tab).toHaveAttribute('aria-current', 'true')
    await checkAxe(page, 'items')
  })

  await test.step('an empty collection shows a message; a large one has more pages', async () => {
    await move(page, 'edit-10', '#items')
    await expect(page.getByText('No items.')).toBeVisible()
    await move(page, 'many', '#items')
    await expect(items(page)).toHaveCount(200)
    await expect(page.getByText('Showing 200 of 205.')).toBeVisible()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(items(page)).toHaveCount(205)
  })

  await test.step('[COL-25] a failed load of items shows an error, not an empty list', async () => {
    await move(page, 'items-fail', '#items')
    await expect(toast(page, 'Error downloading collection listings.')).toHaveRole('alert')
    await expect(page.getByText("The collection's listings could not be loaded.")).toBeVisible()
    await expect(page.getByText('No items.')).toHaveCount(0)
    await checkAxe(page, 'failed')
  })

  await test.step('[COL-39] [COL-40] [API-65] a removed item leaves at once, before the server answers', async () => {
    await move(page, 'slow', '#items')
    await expect(items(page)).toHaveCount(3)
    const name = `DELETE ${callOf('slow')}/items/sentinel-curated-2`
    const [request, answer] = [sent(page, name), answered(page, name)]
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    await cellOf(page, 'Sentinel Curated 2').getByRole('button', { name: 'Remove' }).click()
    await request
    await expect(items(page)).toHaveCount(2)
    expect(isAnswered).toBe(false)
    expect((await answer).status()).toBe(200)
    await expect(toast(page, 'Removed item from collection')).toHaveRole('status')
    await page.reload()
    await expect(items(page)).toHaveCount(2)
    await expect(cellOf(page, 'Sentinel Curated 2')).toHaveCount(0)
  })
})

test('listings to add are searched for @slow', async ({ page }) => {
  await open(page, 'edit-1')
  const calls = watchCalls(page)

  await test.step('[COL-23] [COL-42] [COL-43] [COL-53] the search has the focus at first, and typing alone sends nothing', async () => {
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('sentinel curated')
    await expect(found(page)).toHaveCount(0)
    await checkAxe(page, 'typed')
  })

  await test.step('[COL-45] pasting replaces the query and searches at once', async () => {
    const request = sent(page, search)
    await paste(box(page), 'Sentinel Curated 7')
    expect(new URL((await request).url()).searchParams.get('searchTerm')).toBe('Sentinel Curated 7')
    await expect(box(page)).toHaveValue('Sentinel Curated 7')
    await expect(found(page)).toHaveCount(1)
    // [COL-43] The typing before has sent nothing.
    expect(calls.map(named).filter((name) => name === search)).toHaveLength(1)
  })

  await test.step('no hits, only present items, more hits than shown', async () => {
    await look(page, 'no listing is called like this')
    await expect(page.getByText('No listings found.')).toBeVisible()
    await look(page, 'sentinel curated 1')
    await expect(page.getByText('Every listing found is here already.')).toBeVisible()
    await look(page, 'sentinel many')
    await expect(found(page)).toHaveCount(200)
    await expect(page.getByText('Showing the first 200. Refine the search to see others.')).toBeVisible()
  })

  await test.step('keys complete a filter; it shows below the field and is removed', async () => {
    await box(page).fill('sentinel curated pr')
    await box(page).press('ArrowDown')
    await box(page).press('Enter')
    await expect(box(page)).toHaveValue('sentinel curated price:')
    await checkAxe(page, 'suggestions of listings')
    await page.keyboard.type('>$25')
    const answer = answered(page, search)
    await box(page).press('Enter')
    await answer
    await expect(page.getByText('No listings found.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove price:>$25' }).click()
    await expect(box(page)).toHaveValue('sentinel curated')
    await expect(found(page)).toHaveCount(9)
  })

  await test.step('a mistake is named below the field, and sends nothing', async () => {
    const before = calls.map(named).filter((name) => name === search).length
    await box(page).fill('sentinel slod:yes')
    await box(page).press('Enter')
    await expect(page.getByRole('alert')).toHaveText("There is no field 'slod'. Did you mean 'sold'?")
    expect(calls.map(named).filter((name) => name === search)).toHaveLength(before)
    await expect(found(page)).toHaveCount(9)
  })

  await test.step('a slow search shows that it loads, and never replaces a newer one', async () => {
    await box(page).fill('sentinel-search-slow')
    await box(page).press('Enter')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await look(page, 'sentinel curated 8')
    await expect(found(page)).toHaveCount(1)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })

  await test.step('[COL-49] a failed search shows an error, with Retry', async () => {
    await look(page, 'sentinel-search-fails')
    await expect(toast(page, 'There was an error searching listings')).toHaveRole('alert')
    await expect(page.getByText('No listings found.')).toHaveCount(0)
    const again = sent(page, search)
    await page.getByRole('button', { name: 'Retry' }).click()
    await again
    await closeToasts(page)
  })
})

test('listings are found and added', async ({ page }) => {
  await test.step('[COL-44] [COL-47] [COL-48] [API-55] Enter finds listings, without present items', async () => {
    await open(page, 'edit-3')
    const request = sent(page, search)
    await look(page, 'sentinel curated')
    const { searchParams } = new URL((await request).url())
    expect(Object.fromEntries(searchParams)).toEqual({ searchTerm: 'sentinel curated', postType: '0' })
    // Twelve, of which three are items.
    await expect(found(page)).toHaveCount(9)
    await expect(cellOf(page, 'Sentinel Curated 1')).toHaveCount(0)
    const cell = cellOf(page, 'Sentinel Curated 4')
    await expect(cell.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
    await expect(cell.getByRole('link', { name: 'Sentinel Curated 4', exact: true })).toHaveAttribute(
      'href',
      /sentinel-curated-4$/,
    )
    await expect(cell).toContainText('$25.00')
    await checkAxe(page, 'found')
  })

  await test.step('[COL-37] [COL-52] [API-64] an added item leaves the results at once and is among the items', async () => {
    await move(page, 'edit-4')
    await box(page).fill('sentinel curated')
    await box(page).press('Enter')
    await expect(found(page)).toHaveCount(9)
    const faster = await slowNetwork(page, 10_000)
    const name = 'POST /v1/admin/collections/items'
    const [request, answer] = [sent(page, name), answered(page, name)]
    await cellOf(page, 'Sentinel Curated 9').getByRole('button', { name: 'Add' }).click()
    expect((await request).postDataJSON()).toEqual({ data: 'sentinel-curated-9', collection: idOf('edit-4') })
    await expect(found(page)).toHaveCount(8)
    await faster()
    expect((await answer).status()).toBe(200)
    await expect(toast(page, 'Added item to collection')).toHaveRole('status')
    await expect(found(page)).toHaveCount(8)
    await page.getByRole('link', { name: 'Items', exact: true }).click()
    await expect(items(page)).toHaveCount(4)
    await expect(items(page).first()).toContainText('Sentinel Curated 9')
    // Back to the search: it is unchanged.
    await page.goBack()
    await expect(found(page)).toHaveCount(8)
    await expect(box(page)).toHaveValue('sentinel curated')
  })
})
